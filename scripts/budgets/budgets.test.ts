import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { weigh } from './budgets.ts';
import { BuiltApp } from './built-app.ts';

let folder = '';

/** A text of hexadecimal noise, which brotli brings to about half. */
const noise = (bytes: number): string => randomBytes(bytes).toString('hex');

function put(file: string, body: string | Buffer): void {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), body);
}

const ENTRY = 'src/app/entry-client.tsx';
const WELCOME = 'src/features/welcome/welcome-page.tsx';
const WALLET = 'src/features/wallet/wallet-page.tsx';
const DATA = 'src/platform/data-layer.ts';

const MANIFEST = {
  [ENTRY]: { file: 'assets/entry.js', src: ENTRY, isEntry: true, imports: ['_react.js'] },
  '_react.js': { file: 'assets/react.js' },
  [WELCOME]: {
    file: 'assets/welcome.js',
    src: WELCOME,
    isDynamicEntry: true,
    imports: ['_react.js'],
  },
  [WALLET]: {
    file: 'assets/wallet.js',
    src: WALLET,
    isDynamicEntry: true,
    imports: ['_react.js', '_qr.js'],
  },
  '_qr.js': { file: 'assets/qr.js' },
  [DATA]: { file: 'assets/data.js', src: DATA, isDynamicEntry: true },
};

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'goodies-budgets-'));
  put('.vite/manifest.json', JSON.stringify(MANIFEST));
  put(
    'welcome.html',
    '<style>a{color:red}</style><link rel="stylesheet" href="/assets/a.css" disabled>',
  );
  put('assets/a.css', noise(30_000));
  put('assets/entry.js', noise(1000));
  put('assets/react.js', noise(2000));
  put('assets/welcome.js', noise(300));
  put('assets/wallet.js', noise(400));
  put('assets/qr.js', noise(500));
  put('assets/data.js', noise(4000));
  put('assets/data-worker-x.js', `import"./comlink.js";${noise(600)}`);
  put('assets/comlink.js', noise(700));
  put('display.woff2', randomBytes(900));
  put('sw.js', noise(100));
  put('sw-outbox.js', noise(8000));
  put(
    'sw-app.js',
    'precache([{"revision":"1","url":"welcome.html"},{"revision":null,"url":"display.woff2"}])',
  );
});
afterEach(() => rmSync(folder, { recursive: true }));

const bytesOf = (name: string): number => {
  const row = weigh(new BuiltApp(folder)).find((each) => each.name === name);
  if (!row) throw new Error(`no budget named ${name}`);
  return row.bytes;
};

/** Noise of n bytes travels as n bytes, and a little for the container. */
const about = (bytes: number) => ({ from: bytes, to: bytes * 1.03 + 60 });
function expectAbout(name: string, bytes: number): void {
  const { from, to } = about(bytes);
  expect(bytesOf(name)).toBeGreaterThanOrEqual(from);
  expect(bytesOf(name)).toBeLessThan(to);
}

describe('weighing a build', () => {
  it('counts for the first screen the entry, its imports and the welcome route, each once', () => {
    expectAbout('JavaScript until the first screen is interactive', 3300);
    expectAbout('… with the data layer', 7300);
  });

  it('counts for a route what it alone brings', () => {
    expectAbout('route features/wallet/wallet-page.tsx', 900);
  });

  it('counts a worker with what it imports, and fonts and precache as they travel', () => {
    expectAbout('data worker', 1300);
    expectAbout('service worker', 8100);
    expect(bytesOf('fonts')).toBe(900);
    expect(bytesOf('precache in all')).toBeGreaterThan(900);
  });

  it('leaves out a style sheet that the page disables', () => {
    expect(bytesOf('CSS of the first load')).toBeLessThan(100);
    put('welcome.html', '<link rel="stylesheet" href="/assets/a.css">');
    expect(bytesOf('CSS of the first load')).toBeGreaterThan(30_000);
  });

  it('tells that a budget is exceeded', () => {
    put('assets/qr.js', noise(16_000));
    const exceeded = weigh(new BuiltApp(folder)).filter((row) => row.bytes > row.budgetBytes);
    expect(exceeded.map((row) => row.name)).toEqual(['route features/wallet/wallet-page.tsx']);
  });

  it('refuses a build in which it cannot find what to weigh', () => {
    put('sw-app.js', 'self.skipWaiting()');
    expect(() => weigh(new BuiltApp(folder))).toThrow('no precache list');
    rmSync(path.join(folder, '.vite'), { recursive: true });
    expect(() => new BuiltApp(folder)).toThrow('npm run build');
  });
});
