import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';

import { OFFLINE_BUNDLE, type OfflineBundle } from '../../contract/document/offline-bundle.ts';

const BUILD = new URL('../../dist/app/', import.meta.url);
const read = (file: string): Buffer => readFileSync(new URL(file, BUILD));

/** Paths that the service worker precaches. */
const precached = (): string[] =>
  [
    ...read('sw.js')
      .toString()
      .matchAll(/["']?url["']?:\s*["'`]([^"'`]+)["'`]/g),
  ]
    .map(([, url = '']) => url.replace(/^\//, ''))
    .filter((file) => existsSync(new URL(file, BUILD)));

describe('the bundle of a first installation', () => {
  let name: string;
  let bundle: OfflineBundle;
  beforeAll(() => {
    const [found = ''] = readdirSync(new URL('assets/', BUILD))
      .map((file) => `assets/${file}`)
      .filter((file) => OFFLINE_BUNDLE.test(file));
    name = found;
    bundle = JSON.parse(read(name).toString()) as OfflineBundle;
  });

  it('is in the list of the service worker, which so asks for the bundle of its own build', () => {
    expect(precached()).toContain(name);
  });

  it('has every file that is precached, but those that any page has fetched', () => {
    const apart = precached().filter((file) => !(file in bundle) && file !== name);
    expect(apart.map((file) => file.replace(/-[\w-]{8}(?=\.)/, '')).toSorted()).toEqual([
      'assets/data-worker.js',
      'assets/dexie.js',
      'assets/entry-client.css',
      'assets/entry-client.js',
      'assets/react.js',
    ]);
    expect(Object.keys(bundle).filter((file) => !precached().includes(file))).toEqual([]);
  });

  it('has them as they are served', () => {
    for (const [file, entry] of Object.entries(bundle)) {
      const content =
        'text' in entry ? Buffer.from(entry.text) : Buffer.from(entry.base64, 'base64');
      expect(content.equals(read(file)), file).toBe(true);
    }
  });

  it('has documents under the policy of their scripts', () => {
    for (const file of ['index.html', 'shell.html', 'voucher.html']) {
      const { 'content-security-policy': policy = '' } = bundle[file]?.headers ?? {};
      expect(policy).toMatch(/script-src 'self' 'sha256-/);
      expect(policy).not.toContain('upgrade-insecure-requests');
    }
  });
});
