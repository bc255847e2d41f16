import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';

import { PRECACHE } from './precache-list.ts';
import { WEB_MANIFEST } from './web-manifest.ts';

const { icons = [], screenshots = [], shortcuts = [] } = WEB_MANIFEST;
const fileOf = (src: string): string =>
  fileURLToPath(new URL(`../../public${src}`, import.meta.url));
const routes = readFileSync(new URL('../../src/app/routes.ts', import.meta.url), 'utf8');

const pictures = [...icons, ...screenshots, ...shortcuts.flatMap((one) => one.icons ?? [])];

describe('the web manifest', () => {
  it.each(pictures.map(({ src, sizes, type }) => [src, sizes, type] as const))(
    'names %s, which is there, %s, as %s',
    async (src, sizes, type) => {
      expect(existsSync(fileOf(src))).toBe(true);
      const { width, height, format } = await sharp(fileOf(src)).metadata();
      expect([`${width}x${height}`, `image/${format}`]).toEqual([sizes, type]);
    },
  );

  it('has pictures of a phone and of a large screen, as browsers take them', () => {
    const ratios = new Map<string, Set<string>>();
    for (const { sizes, form_factor: factor = '' } of screenshots) {
      const [width = 0, height = 0] = sizes.split('x').map(Number);
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(320);
      expect(Math.max(width, height)).toBeLessThanOrEqual(3840);
      expect(Math.max(width, height) / Math.min(width, height)).toBeLessThanOrEqual(2.3);
      ratios.set(factor, (ratios.get(factor) ?? new Set()).add((width / height).toFixed(3)));
    }
    expect([...ratios.keys()].toSorted()).toEqual(['narrow', 'wide']);
    for (const [factor, found] of ratios) expect(found.size, factor).toBe(1);
  });

  it('is known by one id, and has icons for masks and for notifications', () => {
    expect(WEB_MANIFEST.id).toBe('/');
    expect(icons.map(({ purpose }) => purpose)).toEqual(
      expect.arrayContaining(['maskable', 'monochrome']),
    );
  });

  it('leads to pages of the app', () => {
    const addresses = [
      WEB_MANIFEST.start_url,
      WEB_MANIFEST.share_target?.action,
      ...(WEB_MANIFEST.protocol_handlers ?? []).map(({ url }) => url),
      ...shortcuts.map(({ url }) => url),
    ];
    for (const address of addresses)
      expect(routes, address).toContain(`('${address?.replace(/\?.*/, '')}'`);
  });

  it('has its pictures fetched by the system alone: none is cached for offline use', () => {
    expect(PRECACHE.globPatterns.join(' ')).not.toMatch(/screenshots|icons|webp|png/);
  });
});
