import { existsSync, readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';

import { cspHashes, type CspHashes } from './csp-hashes.ts';
import { PAGES } from './pages.ts';

const BUILD = new URL('../../dist/app/', import.meta.url);
/** One congestion window. */
const MAX_BROTLI_BYTES = 14_000;

const read = (file: string): string => readFileSync(new URL(file, BUILD), 'utf8');
const all = (html: string, pattern: RegExp): string[] =>
  [...html.matchAll(pattern)].map(([, found = '']) => found);

beforeAll(() => {
  if (!existsSync(BUILD)) throw new Error('These tests read the build: run `npm run build` first');
});

describe.each(PAGES)('$file', ({ file }) => {
  it('asks for nothing that would hold up its first paint', () => {
    const html = read(file);
    expect(html).not.toMatch(/<script[^>]*\ssrc=/);
    expect(html).not.toMatch(/rel="(?:modulepreload|preload|prefetch)"/);
    for (const link of all(html, /(<link[^>]*rel="stylesheet"[^>]*>)/g)) {
      expect(link).toContain(' disabled');
    }
    expect(html).not.toContain('@import');
  });

  it('has every rule that its elements use', () => {
    const html = read(file);
    const css = all(html, /<style>(.*?)<\/style>/gs).join('');
    const body = html.slice(html.indexOf('<body>'));
    const used = new Set(all(body, /\sclass="([^"]*)"/g).flatMap((names) => names.split(/\s+/)));
    expect(used.size).toBeGreaterThan(5);
    const missing = [...used].filter(
      (name) => !new RegExp(`\\.${name.replaceAll('$', '\\$')}(?![\\w-])`).test(css),
    );
    expect(missing).toEqual([]);
  });

  it('inlines exactly the sheets that the app must not load again', () => {
    const html = read(file);
    const css = all(html, /<style>(.*?)<\/style>/gs).join('');
    const sheets = all(html, /<link rel="stylesheet" href="\/([^"]+)" disabled>/g);
    expect(sheets.length).toBeGreaterThan(0);
    expect(css).toBe(sheets.map((sheet) => read(sheet).trim()).join(''));
  });

  it('was rendered in full', () => {
    const html = read(file);
    // A boundary that failed on the server leaves a template for the browser to fill.
    expect(html).not.toContain('<!--$!-->');
    expect(html).not.toContain('<!--$?-->');
    expect(html).toContain('<main');
    expect(html).toMatch(/<title>[^<]+<\/title>/);
  });

  it('starts only modules that exist, the entry first', () => {
    const [list = '[]'] = all(read(file), /setTimeout\(\(\)=>(\[[^\]]*\])/g);
    const modules = JSON.parse(list) as string[];
    expect(modules[0]).toMatch(/^\/assets\/entry-client-/);
    for (const module of modules) expect(existsSync(new URL(module.slice(1), BUILD))).toBe(true);
  });

  it('fits into one congestion window', () => {
    expect(brotliCompressSync(read(file)).length).toBeLessThanOrEqual(MAX_BROTLI_BYTES);
  });

  it('has its hashes in the policy of the build', () => {
    const allowed = JSON.parse(read('csp.json')) as Record<string, CspHashes>;
    expect(allowed[file]).toEqual(cspHashes(read(file)));
  });
});

it.each(['voucher', 'live'])('leaves the %s template its holes', (name) => {
  const template = read(`.vite/${name}-template.html`);
  for (const hole of ['%HEAD%', '%PATH%', '%APP%', '%SEED%']) {
    expect(template.split(hole)).toHaveLength(2);
  }
});
