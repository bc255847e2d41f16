import { openedPath } from '../contract/document/opened-document.ts';
import { CACHES } from '../contract/storage-keys.ts';
import { readVoucherPath, repairVoucherPath } from '../contract/vouchers/voucher-path.ts';
import { trimCache } from './caches.ts';
import { timeoutSignal } from '../local/timeout-signal.ts';

/** Enough for the vouchers that a user goes back to; a page weighs some 14 KB. */
export const MAX_DOCUMENTS = 30;
/** Past this the placeholder document is shown instead, which finds the mirrored data. */
export const DOCUMENT_TIMEOUT_MS = 3_000;
const FETCH_TIMEOUT_MS = 15_000;
/** A page that was cached so lately is not fetched again: the data worker asks for what has changed on it. */
const REST_MS = 60 * 60_000;

export interface DocumentDeps {
  readonly caches: Pick<CacheStorage, 'open' | 'delete'>;
  readonly fetch: typeof fetch;
  /** The prerendered page of a path, or undefined. */
  readonly matchPage: (path: string) => Promise<Response | undefined>;
  /** Settles when a navigation has waited for the network long enough. */
  readonly timeout: () => Promise<void>;
  /** Whether all code that a page names is of this build. */
  readonly isOfBuild: (html: string) => boolean;
  /** Changes when what was fetched before must no longer be cached. */
  readonly generation: () => number;
  /** Whether a user is signed in on this device. */
  readonly isSignedIn: () => Promise<boolean>;
  /** Whether less data was asked for on this device. */
  readonly isSaving: () => Promise<boolean>;
  /** ms since the epoch */
  readonly now: () => number;
  /** The app's own origin. */
  readonly origin: string;
}

export interface Navigation {
  readonly url: URL;
  /** Keeps the service worker alive for what goes on after the answer. */
  readonly waitUntil: (work: Promise<unknown>) => void;
}

const VOUCHER_PAGE = /^\/(l?v)\/[0-9A-Za-z]{1,26}$/;

const isVoucherPage = (pathname: string): boolean => VOUCHER_PAGE.test(pathname);

/** Path of the document without data that stands in for a voucher's. */
const placeholderOf = (pathname: string): string =>
  VOUCHER_PAGE.exec(pathname)?.[1] === 'lv' ? '/live' : '/voucher';

/** What a voucher's page is cached under. */
const cacheKey = (origin: string, pathname: string): string => new URL(pathname, origin).href;

const NOT_OURS = [
  /^\/(?:api|sandbox|covers)(?:\/|$)/,
  /^\/(?:healthz|readyz|metrics)$/,
  // A file: its name has an extension.
  /\/[^/]+\.[^/]+$/,
];

/** Whether a navigation to this path is answered from here; the server has pages of its own. */
export const isAppPath = (pathname: string): boolean =>
  readVoucherPath(pathname) !== undefined || !NOT_OURS.some((pattern) => pattern.test(pathname));

/**
 * Whether a page may be cached. A page of another build asks for scripts and sheets that this build's
 * precache does not have; offline it would stay dead, or bare.
 */
async function isCacheable(deps: DocumentDeps, response: Response): Promise<boolean> {
  const isPage =
    response.status === 200 &&
    !response.redirected &&
    (response.headers.get('content-type') ?? '').startsWith('text/html');
  if (!isPage) return false;
  return deps.isOfBuild(await response.clone().text());
}

/** Fetched without credentials: what is cached is what a visitor may see. */
const fetchPage = async (
  { fetch, isSaving, origin }: DocumentDeps,
  pathname: string,
  cache: RequestCache = 'default',
): Promise<Response> =>
  fetch(new URL(pathname, origin).href, {
    credentials: 'omit',
    cache,
    headers: { accept: 'text/html', ...((await isSaving()) && { 'save-data': 'on' }) },
    signal: timeoutSignal(FETCH_TIMEOUT_MS),
  });

/** Caches a page that is on its way. */
async function cachePage(
  deps: DocumentDeps,
  pathname: string,
  fetched: Promise<Response>,
): Promise<void> {
  const { generation } = deps;
  const before = generation();
  const response = await fetched;
  if (!(await isCacheable(deps, response))) return;
  if (generation() !== before) return;
  const cache = await deps.caches.open(CACHES.documents);
  const key = cacheKey(deps.origin, pathname);
  // Deleted first, so that the order of the keys is the order of use.
  await cache.delete(key);
  await cache.put(key, response);
  await trimCache(cache, MAX_DOCUMENTS);
}

const cachedPage = async (deps: DocumentDeps, pathname: string): Promise<Response | undefined> =>
  (await deps.caches.open(CACHES.documents)).match(cacheKey(deps.origin, pathname));

/** Whether a cached page is too young to be fetched again. */
function isResting({ now }: DocumentDeps, page: Response | undefined): boolean {
  const ageMs = now() - Date.parse(page?.headers.get('date') ?? '');
  // One from the future says that this clock is wrong.
  return ageMs >= 0 && ageMs < REST_MS;
}

/**
 * Fetches a voucher's page and caches it for offline visits, unless it was a short time ago; other paths and
 * failures are left alone.
 * @param from `force-cache` takes the one that the browser has just loaded
 */
export async function cacheDocument(
  deps: DocumentDeps,
  pathname: string,
  from?: RequestCache,
): Promise<void> {
  if (!isVoucherPage(pathname)) return;
  try {
    if (isResting(deps, await cachedPage(deps, pathname))) return;
    await cachePage(deps, pathname, fetchPage(deps, pathname, from));
  } catch {
    // Offline or full: the page that is cached, or the placeholder, will do.
  }
}

/** A page weighs some 12 KB: so many are what a day may cost unasked. */
export const MAX_FOLLOWED = 5;

/** Fetches the pages of followed vouchers, one after the other, so that they open without a network; none while data is saved. */
export async function refreshFollowed(
  deps: DocumentDeps,
  readFollowed: () => Promise<readonly string[]>,
): Promise<void> {
  if (await deps.isSaving()) return;
  const followed = await readFollowed();
  for (const ulid of followed.slice(0, MAX_FOLLOWED)) await cacheDocument(deps, `/v/${ulid}`);
}

const prerendered = (deps: DocumentDeps, ...paths: string[]): Promise<Response | undefined> =>
  paths.reduce<Promise<Response | undefined>>(
    async (found, path) => (await found) ?? deps.matchPage(path),
    Promise.resolve(undefined),
  );

/** The page that opens at a path without a network. */
async function findOfflinePage(
  deps: DocumentDeps,
  pathname: string,
): Promise<Response | undefined> {
  if (isVoucherPage(pathname))
    return (
      (await cachedPage(deps, pathname)) ?? prerendered(deps, placeholderOf(pathname), '/shell')
    );
  const opened = openedPath(pathname.replace(/(.)\/$/, '$1'), await deps.isSignedIn());
  return prerendered(deps, opened, '/shell');
}

/**
 * The page the server renders, when it comes soon. Anything but a page (not found for a visitor, an error,
 * a redirect) is left to the app, which asks with the user's own rights.
 */
async function fromNetwork(
  deps: DocumentDeps,
  { url: { pathname }, waitUntil }: Navigation,
): Promise<Response | undefined> {
  const fetched = fetchPage(deps, pathname);
  const copy = fetched.then((response) => response.clone());
  // The fetch goes on past the limit, so that the page is there the next time.
  waitUntil(cachePage(deps, pathname, copy).catch(() => undefined));
  const answer = fetched.catch(() => undefined);
  const response = await Promise.race([answer, deps.timeout().then(() => undefined)]);
  return response?.status === 200 && !response.redirected ? response : undefined;
}

/**
 * A voucher's page as it was cached, refreshed behind it; else from the server, or without its data, which alone
 * the app fetches then. While data is saved that is how all others open: a page is ten times its data.
 */
async function answerVoucher(
  deps: DocumentDeps,
  navigation: Navigation,
): Promise<Response | undefined> {
  const { pathname } = navigation.url;
  const cached = await cachedPage(deps, pathname);
  const isSaving = await deps.isSaving();
  if (cached) {
    if (!isSaving) navigation.waitUntil(cacheDocument(deps, pathname));
    return cached;
  }
  return (
    (isSaving ? undefined : await fromNetwork(deps, navigation)) ?? findOfflinePage(deps, pathname)
  );
}

/**
 * Answers a navigation: a voucher's page as it is cached or from the server; another public page as it was
 * prerendered; everything else with the app's shell. The query is the page's own business.
 */
export async function answerNavigation(
  deps: DocumentDeps,
  navigation: Navigation,
): Promise<Response> {
  const { url } = navigation;
  const repaired = repairVoucherPath(url.pathname, url.search);
  if (repaired) return Response.redirect(new URL(repaired, deps.origin).href);
  const page = isVoucherPage(url.pathname)
    ? await answerVoucher(deps, navigation)
    : await findOfflinePage(deps, url.pathname);
  return page ?? deps.fetch(url.href);
}
