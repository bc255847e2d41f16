import {
  OFFLINE_BUNDLE,
  type BundleName,
  type OfflineBundle,
} from '../../contract/document/offline-bundle.ts';
import { type BuiltApp, brotliBytes } from './built-app.ts';

/** One kilobyte of a budget is 1000 bytes. */
const KB = 1000;

export interface BudgetRow {
  readonly name: string;
  readonly bytes: number;
  readonly budgetBytes: number;
}

const FIRST_PAGE = 'welcome.html';
/** By the name of a script: what its budget is about. */
const DATA_WORKER = /\/data-worker-[^/]*\.js$/;
/** What reads the device's database on the page, and imports Dexie. */
const DATA_LAYER = /\/startup-[\w-]{8}\.js$/;
/** Holds the list of all that is precached. */
const SERVICE_WORKER = 'sw.js';

/** By name. A first installation waits for the documents: on a slow line 5 KB are a tenth of a second. */
const BUNDLE_BUDGETS_KB: Readonly<Record<BundleName, number>> = {
  pages: 24,
  visitors: 60,
  users: 120,
};

const sum = (app: BuiltApp, files: Iterable<string>): number =>
  [...files].reduce((bytes, file) => bytes + app.sizeBytes(file), 0);

function only(app: BuiltApp, pattern: RegExp): string {
  const found = app.files.filter((file) => pattern.test(file));
  const [first] = found;
  if (first === undefined || found.length > 1)
    throw new Error(`expected one file like ${pattern}, found ${found.length}`);
  return first;
}

/** What a script imports at once, from its own folder or from the root. */
const IMPORTED = /\b(?:from|import)\s*["'](?:\.|\/assets)\/([^"']+\.js)["']/g;

/** The scripts, and whatever they import at once: the browser starts none of them without it. */
function withImports(app: BuiltApp, scripts: Iterable<string>): Set<string> {
  const found = new Set(scripts);
  // A set that grows is walked to its new end.
  for (const script of found) {
    for (const [, name = ''] of app.read(script).matchAll(IMPORTED)) found.add(`assets/${name}`);
  }
  return found;
}

/** The modules that the first page's document starts. */
function firstScreenScripts(app: BuiltApp): Set<string> {
  const [, list] = /(\["\/assets\/[^\]]*\])\.map\(m=>import/.exec(app.read(FIRST_PAGE)) ?? [];
  if (list === undefined) throw new Error(`${FIRST_PAGE} starts no modules`);
  return withImports(
    app,
    (JSON.parse(list) as string[]).map((path) => path.slice(1)),
  );
}

/** What is in the page itself, and the sheets that it links to as such. */
function firstLoadStyles(app: BuiltApp): number {
  const html = app.read(FIRST_PAGE);
  const inline = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)]
    .map(([, css]) => css)
    .join('');
  const linked = [...html.matchAll(/<link\b[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => /\brel=["']?stylesheet/.test(tag))
    .flatMap((tag) => /\bhref=["']?\/?([^"'\s>]+)/.exec(tag)?.[1] ?? []);
  return brotliBytes(inline) + sum(app, linked);
}

/** The service worker's files as they travel, a bundle in place of what is in it, by the bundle's name. */
function precachedFiles(app: BuiltApp): {
  readonly bundles: ReadonlyMap<BundleName, string>;
  readonly all: readonly string[];
} {
  const urls = [...app.read(SERVICE_WORKER).matchAll(/["']?url["']?:\s*["'`]([^"'`]+)["'`]/g)];
  const files = urls
    .map(([, url = '']) => url.replace(/^\//, ''))
    .filter((url) => app.files.includes(url));
  if (files.length === 0) throw new Error(`${SERVICE_WORKER} holds no precache list`);
  const bundles = new Map<BundleName, string>();
  for (const file of files) {
    const [, name] = OFFLINE_BUNDLE.exec(file) ?? [];
    if (name !== undefined) bundles.set(name as BundleName, file);
  }
  const bundled = new Set(
    [...bundles.values()].flatMap((file) =>
      Object.keys(JSON.parse(app.read(file)) as OfflineBundle),
    ),
  );
  return { bundles, all: [...new Set(files.filter((file) => !bundled.has(file)))] };
}

/**
 * Weighs a build, one row a budget.
 * @throws Error when a part that a budget speaks of is not in the build: an unmeasured budget is a broken one.
 */
export function weigh(app: BuiltApp): BudgetRow[] {
  const pages = app.files.filter((file) => file.endsWith('.html'));
  if (!pages.includes(FIRST_PAGE)) throw new Error(`${FIRST_PAGE} is not in the build`);
  const first = firstScreenScripts(app);
  const withData = withImports(app, [...first, only(app, DATA_LAYER)]);
  const worker = only(app, DATA_WORKER);
  const apart = new Set([...withData, worker]);
  const others = app.files.filter((file) => /^assets\/.*\.js$/.test(file) && !apart.has(file));
  const precached = precachedFiles(app);
  const fonts = app.files.filter((file) => file.endsWith('.woff2'));
  return [
    ...pages.map((page) => ({
      name: `HTML ${page}`,
      bytes: app.sizeBytes(page),
      budgetBytes: 14 * KB,
    })),
    { name: 'CSS of the first load', bytes: firstLoadStyles(app), budgetBytes: 12 * KB },
    {
      name: 'JavaScript until the first screen is interactive',
      bytes: sum(app, first),
      budgetBytes: 88 * KB,
    },
    { name: '… with the data layer', bytes: sum(app, withData), budgetBytes: 122 * KB },
    ...others.map((file) => ({
      name: `chunk ${file.replace(/^assets\/(.*)-[\w-]{8}\.js$/, '$1')}`,
      bytes: app.sizeBytes(file),
      budgetBytes: 30 * KB,
    })),
    { name: 'data worker, Dexie apart', bytes: app.sizeBytes(worker), budgetBytes: 33 * KB },
    { name: 'service worker', bytes: app.sizeBytes(SERVICE_WORKER), budgetBytes: 16 * KB },
    { name: 'fonts', bytes: sum(app, fonts), budgetBytes: 20 * KB },
    ...[...precached.bundles].map(([name, file]) => ({
      name: `offline bundle of ${name}`,
      bytes: app.sizeBytes(file),
      budgetBytes: BUNDLE_BUDGETS_KB[name] * KB,
    })),
    { name: 'precache in all', bytes: sum(app, precached.all), budgetBytes: 450 * KB },
  ];
}
