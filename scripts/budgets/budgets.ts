import { type BuiltApp, brotliBytes } from './built-app.ts';

/** One kilobyte of a budget is 1000 bytes. */
const KB = 1000;

export interface BudgetRow {
  readonly name: string;
  readonly bytes: number;
  readonly budgetBytes: number;
}

const FIRST_PAGE = 'welcome.html';
const FIRST_ROUTE = 'src/features/welcome/welcome-page.tsx';
const DATA_WORKER = /(?:^|\/)data-worker[^/]*\.js$/;
/** Page and data worker import it from one address. */
const DEXIE = /(?:^|\/)dexie-[^/]*\.js$/;
/** Holds the list of all that is precached. */
const SERVICE_WORKER = 'sw.js';

const sum = (app: BuiltApp, files: Iterable<string>): number =>
  [...files].reduce((bytes, file) => bytes + app.sizeBytes(file), 0);

function only<T>(found: readonly T[], what: string): T {
  const [first] = found;
  if (first === undefined || found.length > 1)
    throw new Error(`expected one ${what}, found ${found.length}`);
  return first;
}

const entryKey = (app: BuiltApp): string =>
  only(
    Object.keys(app.manifest).filter((key) => app.manifest[key]?.isEntry),
    'entry in the manifest',
  );

/** Keys of chunks that are fetched on demand, from below one folder of the source. */
const lazyChunks = (app: BuiltApp, pattern: RegExp): string[] =>
  Object.keys(app.manifest).filter(
    (key) => app.manifest[key]?.isDynamicEntry && pattern.test(app.manifest[key].src ?? key),
  );

const firstScreenScripts = (app: BuiltApp): Set<string> =>
  app.filesOf(FIRST_ROUTE, app.filesOf(entryKey(app)));

const dexie = (app: BuiltApp): string =>
  only(
    app.files.filter((file) => DEXIE.test(file)),
    'shared Dexie',
  );

function withDataLayer(app: BuiltApp): Set<string> {
  const files = firstScreenScripts(app);
  for (const key of lazyChunks(app, /^src\/platform\//)) app.filesOf(key, files);
  return files.add(dexie(app));
}

/** What is in the page itself, and what the page links to without disabling it. */
function firstLoadStyles(app: BuiltApp): number {
  const html = app.read(FIRST_PAGE);
  const inline = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)]
    .map(([, css]) => css)
    .join('');
  const linked = [...html.matchAll(/<link\b[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => /\brel=["']?stylesheet/.test(tag) && !/\bdisabled\b/.test(tag))
    .flatMap((tag) => /\bhref=["']?\/?([^"'\s>]+)/.exec(tag)?.[1] ?? []);
  return brotliBytes(inline) + sum(app, linked);
}

function routeRows(app: BuiltApp): BudgetRow[] {
  const shared = withDataLayer(app);
  return lazyChunks(app, /^src\/(?:features|app|domain)\//).map((key) => {
    const own = [...app.filesOf(key)].filter(
      (file) => !shared.has(file) || file === app.manifest[key]?.file,
    );
    return {
      name: `route ${key.replace(/^src\//, '')}`,
      bytes: sum(app, own),
      budgetBytes: 15 * KB,
    };
  });
}

function precachedFiles(app: BuiltApp): string[] {
  const urls = [...app.read(SERVICE_WORKER).matchAll(/["']?url["']?:\s*["'`]([^"'`]+)["'`]/g)];
  const files = urls
    .map(([, url = '']) => url.replace(/^\//, ''))
    .filter((url) => app.files.includes(url));
  if (files.length === 0) throw new Error(`${SERVICE_WORKER} holds no precache list`);
  return [...new Set(files)];
}

/**
 * Weighs a build, one row a budget.
 * @throws Error when a part that a budget speaks of is not in the build: an unmeasured budget is a broken one.
 */
export function weigh(app: BuiltApp): BudgetRow[] {
  const pages = app.files.filter((file) => file.endsWith('.html'));
  if (!pages.includes(FIRST_PAGE)) throw new Error(`${FIRST_PAGE} is not in the build`);
  const worker = only(
    app.files.filter((file) => DATA_WORKER.test(file)),
    'data worker',
  );
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
      bytes: sum(app, firstScreenScripts(app)),
      budgetBytes: 82 * KB,
    },
    { name: '… with the data layer', bytes: sum(app, withDataLayer(app)), budgetBytes: 115 * KB },
    ...routeRows(app),
    {
      name: 'data worker, Dexie apart',
      bytes: sum(app, app.scriptsFrom(worker)),
      budgetBytes: 16 * KB,
    },
    { name: 'service worker', bytes: app.sizeBytes(SERVICE_WORKER), budgetBytes: 16 * KB },
    { name: 'fonts', bytes: sum(app, fonts), budgetBytes: 20 * KB },
    { name: 'precache in all', bytes: sum(app, precachedFiles(app)), budgetBytes: 450 * KB },
  ];
}
