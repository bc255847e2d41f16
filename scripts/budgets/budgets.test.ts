import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { weigh } from './budgets.ts';
import { BuiltApp } from './built-app.ts';

let folder = '';
const KEPT = ['table', 'fault-11111111', 'shared-11111111', 'wallet-page-00000000']
  .map((name) => `,{"revision":null,"url":"assets/${name}.js"}`)
  .join('');

/** A text of hexadecimal noise, which brotli brings to about half. */
const noise = (bytes: number): string => randomBytes(bytes).toString('hex');

function put(file: string, body: string | Buffer): void {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), body);
  if (typeof body === 'string')
    writeFileSync(path.join(folder, `${file}.br`), brotliCompressSync(body));
}

const DOCUMENT =
  '<style>a{color:red}</style><link rel="stylesheet" href="/assets/style.css">' +
  '<script>["/assets/entry-00000000.js","/assets/welcome-00000000.js"].map(m=>import(m))</script>';

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'goodies-budgets-'));
  put('welcome.html', DOCUMENT);
  put('voucher.html', DOCUMENT.replace('welcome', 'voucher'));
  put('assets/style.css', noise(30_000));
  put('assets/entry-00000000.js', noise(3000));
  put('assets/welcome-00000000.js', noise(300));
  put('assets/voucher-00000000.js', noise(900));
  put('assets/startup-00000000.js', `import"/assets/dexie-00000000.js";//${noise(1000)}`);
  put('assets/dexie-00000000.js', noise(3000));
  put('assets/wallet-page-00000000.js', noise(700));
  put('assets/data-worker-00000000.js', noise(1300));
  put('display.woff2', randomBytes(900));
  put(
    'sw.js',
    `precache([{"revision":"1","url":"welcome.html"},{"revision":null,"url":"display.woff2"}${KEPT}])//${noise(2000)}`,
  );
  put('assets/service-worker-00000000.js', noise(6000));
});
afterEach(() => rmSync(folder, { recursive: true }));

const bytesOf = async (name: string): Promise<number> => {
  const row = (await weigh(new BuiltApp(folder))).find((each) => each.name === name);
  if (!row) throw new Error(`no budget named ${name}`);
  return row.bytes;
};

/** Noise of n bytes travels as n bytes, and a little for the container. */
const about = (bytes: number) => ({ from: bytes, to: bytes * 1.03 + 60 });
async function expectAbout(name: string, bytes: number): Promise<void> {
  const { from, to } = about(bytes);
  expect(await bytesOf(name)).toBeGreaterThanOrEqual(from);
  expect(await bytesOf(name)).toBeLessThan(to);
}

describe('weighing a build', () => {
  it('counts for the first screen what its document starts', async () => {
    await expectAbout('JavaScript until /welcome is interactive', 3300);
    await expectAbout('JavaScript until /v/{id} is interactive', 3900);
    await expectAbout('all JavaScript of a first page, worker apart', 7300);
  });

  it('counts what these import at once, through whatever imports it', async () => {
    put('assets/entry-00000000.js', `import{a}from"./shared-00000000.js";//${noise(3000)}`);
    put('assets/shared-00000000.js', `export{a}from"./voucher-00000000.js";//${noise(5000)}`);
    await expectAbout('JavaScript until /welcome is interactive', 9200);
    await expectAbout('all JavaScript of a first page, worker apart', 13_200);
  });

  it('counts workers, fonts and precache as they travel', async () => {
    await expectAbout('data worker, Dexie apart', 1300);
    await expectAbout('service worker', 8000);
    expect(await bytesOf('fonts')).toBe(900);
    expect(await bytesOf('precache in all')).toBeGreaterThan(900);
  });

  it('counts for an update what names a changed file, but not what names a file whose name stays', async () => {
    const others = 2000 + 30_000;
    await expectAbout('update after a change of one screen', 700 + others);
    put('assets/table.js', `import("./wallet-page-00000000.js")//${noise(2000)}`);
    put('assets/fault-11111111.js', `import"./table.js"//${noise(50_000)}`);
    await expectAbout('update after a change of one screen', 2700 + others);
    put('assets/shared-11111111.js', `import("./wallet-page-00000000.js")//${noise(5000)}`);
    put('assets/fault-11111111.js', `import"./shared-11111111.js"//${noise(4000)}`);
    await expectAbout('update after a change of one screen', 11_700 + others);
  });

  it('counts of code that only names what changed no more than that, with a dictionary', async () => {
    const rules = 600;
    await expectAbout('the same with compression dictionaries', 700 + 2000 + rules);
    put('assets/table.js', `import("./wallet-page-00000000.js")//${noise(20_000)}`);
    const names = 60;
    await expectAbout('the same with compression dictionaries', 700 + 2000 + rules + names);
  });

  it('counts what is inline apart from the style sheet', async () => {
    expect(await bytesOf('inline CSS of the first page')).toBeLessThan(100);
    await expectAbout('style sheet', 30_000);
  });

  it('tells that a budget is exceeded', async () => {
    put('assets/style.css', noise(20_000));
    put('assets/voucher-00000000.js', noise(104_000));
    const rows = await weigh(new BuiltApp(folder));
    const exceeded = rows.filter((row) => row.bytes > row.budgetBytes);
    expect(exceeded.map((row) => row.name)).toEqual(['JavaScript until /v/{id} is interactive']);
  });

  it('refuses a build in which it cannot find what to weigh', async () => {
    put('sw.js', 'self.skipWaiting()');
    await expect(weigh(new BuiltApp(folder))).rejects.toThrow('no precache list');
    rmSync(path.join(folder, 'assets/startup-00000000.js'));
    await expect(weigh(new BuiltApp(folder))).rejects.toThrow('expected one file');
    expect(() => new BuiltApp(`${folder}-missing`)).toThrow('npm run build');
  });
});
