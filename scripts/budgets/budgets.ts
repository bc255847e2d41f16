import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';

import { deltaOf } from '../../documents/build/deltas.ts';
import { HASHED_FILE } from '../../documents/built-site.ts';
import type { BuiltApp } from './built-app.ts';

const KB = 1000;

export interface BudgetRow {
  readonly name: string;
  readonly bytes: number;
  readonly budgetBytes: number;
}

const WELCOME = 'welcome.html';
const VOUCHER = 'voucher.html';
const DATA_WORKER = /\/data-worker-[^/]*\.js$/;
const DATA_LAYER = /\/startup-[\w-]{8}\.js$/;
const SERVICE_WORKER = 'sw.js';
const SERVICE_WORKER_CODE = /\/service-worker-[\w-]{8}\.js$/;
const STYLES = 'assets/style.css';
const SCREEN = /\/wallet-page-[\w-]{8}\.js$/;

const sum = (app: BuiltApp, files: Iterable<string>): number =>
  [...files].reduce((bytes, file) => bytes + app.sizeBytes(file), 0);

function only(app: BuiltApp, pattern: RegExp): string {
  const found = app.files.filter((file) => pattern.test(file));
  const [first] = found;
  if (first === undefined || found.length > 1)
    throw new Error(`expected one file like ${pattern}, found ${found.length}`);
  return first;
}

const IMPORTED = /\b(?:from|import)\s*["'](?:\.|\/assets)\/([^"']+\.js)["']/g;

function withImports(app: BuiltApp, scripts: Iterable<string>): Set<string> {
  const found = new Set(scripts);
  for (const script of found) {
    for (const [, name = ''] of app.read(script).matchAll(IMPORTED)) found.add(`assets/${name}`);
  }
  return found;
}

function scriptsOf(app: BuiltApp, page: string): Set<string> {
  const [, list] = /(\["\/assets\/[^\]]*\])\.map\(m=>import/.exec(app.read(page)) ?? [];
  if (list === undefined) throw new Error(`${page} starts no modules`);
  return withImports(
    app,
    (JSON.parse(list) as string[]).map((path) => path.slice(1)),
  );
}

const inlineStyles = (app: BuiltApp, page: string): number =>
  brotliCompressSync(
    [...app.read(page).matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, css]) => css).join(''),
  ).length;

function precachedFiles(app: BuiltApp): ReadonlySet<string> {
  const urls = [...app.read(SERVICE_WORKER).matchAll(/["']?url["']?:\s*["'`]([^"'`]+)["'`]/g)];
  const files = urls.map(([, url = '']) => url).filter((url) => app.files.includes(url));
  if (files.length === 0) throw new Error(`${SERVICE_WORKER} holds no precache list`);
  return new Set(files);
}

/** What a device fetches once a screen's code and styles have changed: a new hash changes what names it. */
function updateOf(app: BuiltApp, screen: string): Set<string> {
  const changed = new Set([screen, STYLES, SERVICE_WORKER]);
  const kept = [...precachedFiles(app)];
  for (const file of changed) {
    if (!HASHED_FILE.test(file)) continue;
    for (const other of kept) if (app.read(other).includes(path.basename(file))) changed.add(other);
  }
  return changed;
}

const CHANGED_CHARACTERS = 1_000;

/** The code with other hashes of what changed and, in sheets, other rules for a part. */
function nextRelease(app: BuiltApp, file: string, changed: ReadonlySet<string>): string {
  let text = app.read(file);
  for (const other of changed) {
    const name = path.basename(other);
    if (HASHED_FILE.test(name))
      text = text.replaceAll(
        name,
        name.replace(HASHED_FILE, (hash) => reversed(hash, 1, 9)),
      );
  }
  return file === STYLES ? reversed(text, 0, CHANGED_CHARACTERS) : text;
}

const reversed = (text: string, from: number, to: number): string =>
  text.slice(0, from) + Array.from(text.slice(from, to)).toReversed().join('') + text.slice(to);

/**
 * The same where the browser has the release before as a dictionary; the screen's own code counts
 * whole, because nobody knows how much of it a change leaves, and no browser has a dictionary for
 * the service worker.
 */
async function deltaUpdate(app: BuiltApp, screen: string): Promise<number> {
  const changed = updateOf(app, screen);
  let bytes = 0;
  for (const file of changed) {
    const next = Buffer.from(nextRelease(app, file, changed));
    const isWhole = file === screen || file === SERVICE_WORKER;
    bytes += isWhole
      ? app.sizeBytes(file)
      : (await deltaOf(next, Buffer.from(app.read(file)))).length;
  }
  return bytes;
}

/** @throws Error when a measured part is missing, because its budget would protect nothing */
export async function weigh(app: BuiltApp): Promise<BudgetRow[]> {
  const pages = app.files.filter((file) => file.endsWith('.html'));
  const row = (name: string, bytes: number, budgetKb: number): BudgetRow => ({
    name,
    bytes,
    budgetBytes: budgetKb * KB,
  });
  const welcome = scriptsOf(app, WELCOME);
  const whole = withImports(app, [...welcome, only(app, DATA_LAYER)]);
  const screen = only(app, SCREEN);
  const all = (pattern: RegExp): number =>
    sum(
      app,
      app.files.filter((file) => pattern.test(file)),
    );
  return [
    ...pages.map((page) => row(`HTML ${page}`, app.sizeBytes(page), 14)),
    row('inline CSS of the first page', inlineStyles(app, WELCOME), 12),
    row('style sheet', all(/\.css$/), 24),
    row('JavaScript until /welcome is interactive', sum(app, welcome), 88),
    row('JavaScript until /v/{id} is interactive', sum(app, scriptsOf(app, VOUCHER)), 104),
    row('all JavaScript of a first page, worker apart', sum(app, whole), 124),
    row('data worker, Dexie apart', app.sizeBytes(only(app, DATA_WORKER)), 33),
    row('service worker', sum(app, [SERVICE_WORKER, only(app, SERVICE_WORKER_CODE)]), 18),
    row('fonts', all(/\.woff2$/), 20),
    row('precache in all', sum(app, precachedFiles(app)), 470),
    row('update after a change of one screen', sum(app, updateOf(app, screen)), 60),
    row('the same with compression dictionaries', await deltaUpdate(app, screen), 10),
  ];
}
