import { readFileSync } from 'node:fs';
import type { Rolldown } from 'vite';
import { describe, expect, it } from 'vitest';

import { isForUsers, rootOf } from './chunk-groups.ts';
import { visitorsFiles } from './visitors-files.ts';

const ENTRY = '/app/src/app/entry-client.tsx';
const WELCOME = '/app/src/features/play/welcome/welcome-page.tsx';
const WALLET = '/app/src/features/money/wallet/wallet-page.tsx';
const SHEET = '/app/src/features/money/wallet/sheet.tsx';
const RATES = '/app/src/shared/rates.ts';

const MODULES: Readonly<Record<string, { at?: string[]; later?: string[] }>> = {
  [ENTRY]: { later: [WELCOME, WALLET] },
  [WELCOME]: { at: [RATES] },
  [WALLET]: { at: [RATES], later: [SHEET] },
};
const getInfo = (id: string) => ({
  importedIds: MODULES[id]?.at ?? [],
  dynamicallyImportedIds: MODULES[id]?.later ?? [],
});

function output(...files: readonly object[]): Rolldown.OutputBundle {
  // Parts of the interfaces stand for the whole: the rest would be undefined.
  const all = files as Rolldown.OutputAsset[];
  return Object.fromEntries(all.map((file) => [file.fileName, file]));
}
const chunk = (name: string, moduleIds: string[], imports: string[] = [], css: string[] = []) => ({
  type: 'chunk',
  fileName: `assets/${name}.js`,
  moduleIds,
  imports: imports.map((one) => `assets/${one}.js`),
  viteMetadata: { importedCss: css },
});
const asset = (fileName: string, source: string) => ({ type: 'asset', fileName, source });

const filesOf = (...files: readonly object[]): string[] =>
  [...visitorsFiles(output(...files), 'src/app/entry-client.tsx', getInfo)].toSorted();

describe('what visitors may need', () => {
  it('is all that the entry leads to but by users’ pages, with what it imports and its sheets', () => {
    expect(
      filesOf(
        chunk('entry', [ENTRY], ['react']),
        chunk('react', ['/app/node_modules/react/index.js']),
        chunk('welcome', [WELCOME], ['shared'], ['assets/welcome.css']),
        chunk('shared', [RATES]),
        chunk('money', [WALLET], ['shared'], ['assets/money.css']),
        chunk('sheet', [SHEET], ['money']),
      ),
    ).toEqual([
      'assets/entry.js',
      'assets/react.js',
      'assets/shared.js',
      'assets/welcome.css',
      'assets/welcome.js',
    ]);
  });

  it('is the data worker with what it imports', () => {
    expect(
      filesOf(
        chunk('entry', [ENTRY]),
        asset('assets/data-worker-00000000.js', 'import{a}from"./result-00000000.js";'),
        asset('assets/result-00000000.js', ''),
      ),
    ).toEqual(['assets/data-worker-00000000.js', 'assets/entry.js', 'assets/result-00000000.js']);
  });

  it('cannot be told of a build without the entry', () => {
    expect(() => filesOf(chunk('react', []))).toThrow('no module src/app/entry-client.tsx');
  });
});

/** What the table of routes says of each address: its path, who may open it, and its page's module. */
function readRoutes(): (readonly [path: string, access: string, module: string])[] {
  const source = readFileSync(new URL('../../src/app/routes.ts', import.meta.url), 'utf8');
  const imports = source.matchAll(
    /const (\w+) = lazyPage\(\s*\(\) => import\('\.\.\/(features\/[^']+)'\)/g,
  );
  const modules = new Map(Array.from(imports, ([, name = '', file = '']) => [name, file]));
  const lines = source.matchAll(/\b(open|signedIn)\('([^']+)', '[^']*', (\w+)/g);
  return Array.from(lines, ([, access = '', path = '', page = '']) => [
    path,
    access,
    `/src/${modules.get(page)}`,
  ]);
}

describe('the page of', () => {
  const routes = readRoutes().filter(([path]) => path.startsWith('/'));

  it('every address is looked at', () => {
    expect(routes.length).toBeGreaterThan(45);
  });

  it.each(routes)('%s is for whoever it is %s to', (_path, access, module) => {
    expect(rootOf(module), 'begins a chunk').toBeDefined();
    expect(isForUsers(module)).toBe(access === 'signedIn');
  });
});
