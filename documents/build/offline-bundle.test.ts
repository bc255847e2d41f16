import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';

import {
  BUNDLE_NAMES,
  OFFLINE_BUNDLE,
  type BundleName,
  type PrecachedFile,
  type OfflineBundle,
} from '../../contract/document/offline-bundle.ts';

const BUILD = new URL('../../dist/app/', import.meta.url);
const read = (file: string): Buffer => readFileSync(new URL(file, BUILD));

/** Paths in the service worker's list, with what it says of each. */
const listed = (): ReadonlyMap<string, PrecachedFile> => {
  const entries = read('sw.js')
    .toString()
    .matchAll(/\{[^{}]*"url":"[^{}]*\}/g);
  return new Map(
    Array.from(entries, ([entry]) => {
      const file = JSON.parse(entry) as PrecachedFile;
      return [file.url, file] as const;
    }).filter(([file]) => existsSync(new URL(file, BUILD))),
  );
};

const withoutHash = (file: string): string => file.replace(/-[\w-]{8}(?=\.)/, '');

describe('the bundles of a build', () => {
  const names = new Map<string, string>();
  const bundles = new Map<string, OfflineBundle>();
  beforeAll(() => {
    for (const file of readdirSync(new URL('assets/', BUILD)).map((name) => `assets/${name}`)) {
      const [, name] = OFFLINE_BUNDLE.exec(file) ?? [];
      if (name === undefined) continue;
      names.set(name, file);
      bundles.set(name, JSON.parse(read(file).toString()) as OfflineBundle);
    }
  });
  const filesOf = (name: BundleName): string[] => Object.keys(bundles.get(name) ?? {});

  it('are in the list of the service worker, which so asks for those of its own build', () => {
    expect([...names.keys()].toSorted()).toEqual(['pages', 'users', 'visitors']);
    for (const file of names.values()) expect([...listed().keys()]).toContain(file);
  });

  it('have every file of the list in the one that it names, but those that pages fetch', () => {
    const apart: string[] = [];
    for (const [file, { bundle }] of listed()) {
      for (const name of BUNDLE_NAMES)
        expect(filesOf(name).includes(file), file).toBe(bundle === name);
      if (bundle === undefined && !OFFLINE_BUNDLE.test(file)) apart.push(withoutHash(file));
    }
    expect(apart.toSorted()).toEqual([
      'assets/common.css',
      'assets/common.js',
      'assets/data-worker.js',
      'assets/dexie.js',
      'assets/entry-client.css',
      'assets/entry-client.js',
      'assets/errors.js',
      'assets/game.css',
      'assets/game.js',
      'assets/goodies-display.woff2',
      'assets/later.js',
      'assets/play.css',
      'assets/play.js',
      'assets/react.js',
      'assets/rolldown-runtime.js',
      'assets/startup.js',
      'assets/ticket.css',
      'assets/ticket.js',
      'assets/welcome.js',
      'assets/worker.js',
      'manifest.webmanifest',
    ]);
    const all = BUNDLE_NAMES.flatMap(filesOf);
    expect(all.filter((file) => !listed().has(file))).toEqual([]);
  });

  it('are told from what every page needs, which a first installation waits for', () => {
    const ofEveryPage = [...listed().values()].flatMap((file) =>
      file.ofEveryPage ? file.url : [],
    );
    expect(ofEveryPage.map(withoutHash).toSorted()).toEqual([
      'assets/data-worker.js',
      'assets/dexie.js',
      'assets/entry-client.css',
      'assets/entry-client.js',
      'assets/later.js',
      'assets/react.js',
      'assets/rolldown-runtime.js',
      'assets/startup.js',
      'assets/worker.js',
    ]);
    for (const file of ofEveryPage.filter((name) => name.endsWith('.js')))
      for (const [, part = ''] of read(file)
        .toString()
        .matchAll(/\bfrom\s*["']\.\/([^"']+\.js)["']/g))
        expect(ofEveryPage, `${file} imports ${part}`).toContain(`assets/${part}`);
  });

  it('have the documents in one, and only them', () => {
    expect(filesOf('pages').toSorted()).toEqual([
      'index.html',
      'live.html',
      'login.html',
      'shell.html',
      'voucher.html',
      'welcome.html',
    ]);
  });

  it('have the pages of visitors in theirs, with what these import, and no other', () => {
    const visitors = filesOf('visitors').map(withoutHash);
    for (const name of [
      'featured',
      'account',
      'fairness',
      'share',
      'trust',
      'about',
      'legal',
      'help',
    ])
      expect(visitors).toContain(`assets/${name}.js`);
    const users = filesOf('users').map(withoutHash);
    for (const name of ['home', 'money', 'vouchers', 'creator', 'you', 'rewards', 'till', 'inner'])
      expect(users).toContain(`assets/${name}.js`);
    for (const file of filesOf('visitors').filter((name) => name.endsWith('.js'))) {
      const code = read(file).toString();
      for (const [, part = ''] of code.matchAll(/\bfrom\s*["']\.\/([^"']+\.js)["']/g))
        expect(filesOf('users'), `${file} imports ${part}`).not.toContain(`assets/${part}`);
    }
  });

  it('have files as they are served', () => {
    for (const bundle of bundles.values())
      for (const [file, { text }] of Object.entries(bundle))
        expect(text === read(file).toString(), file).toBe(true);
  });

  it('have documents under the policy of their scripts', () => {
    for (const file of ['index.html', 'shell.html', 'voucher.html']) {
      const { 'content-security-policy': policy = '' } =
        bundles.get('pages')?.[file]?.headers ?? {};
      expect(policy).toMatch(/script-src 'self' 'sha256-/);
      expect(policy).not.toContain('upgrade-insecure-requests');
    }
  });
});
