import { openedPath } from '../contract/document/opened-document.ts';
import { CACHES } from '../contract/storage-keys.ts';
import { readVoucherPath, repairVoucherPath } from '../contract/vouchers/voucher-path.ts';
import { trimCache } from './caches.ts';
import { timeoutSignal } from '../local/timeout-signal.ts';

export const MAX_DOCUMENTS = 30;
export const DOCUMENT_TIMEOUT_MS = 3_000;
const FETCH_TIMEOUT_MS = 15_000;
/** A younger cached page is not fetched again, because the data worker updates it. */
const REST_MS = 60 * 60_000;

export interface DocumentDeps {
  readonly caches: Pick<CacheStorage, 'open' | 'delete'>;
  readonly fetch: typeof fetch;
  readonly matchPage: (path: string) => Promise<Response | undefined>;
  readonly timeout: () => Promise<void>;
  readonly isOfBuild: (html: string) => boolean;
  readonly generation: () => number;
  readonly isSignedIn: () => Promise<boolean>;
  readonly isSaving: () => Promise<boolean>;
  readonly now: () => number;
  readonly origin: string;
}

export interface Navigation {
  readonly url: URL;
  readonly waitUntil: (work: Promise<unknown>) => void;
}

const VOUCHER_PAGE = /^\/(l?v)\/[0-9A-Za-z]{1,26}$/;

const isVoucherPage = (pathname: string): boolean => VOUCHER_PAGE.test(pathname);

const placeholderOf = (pathname: string): string =>
  VOUCHER_PAGE.exec(pathname)?.[1] === 'lv' ? '/live' : '/voucher';

const cacheKey = (origin: string, pathname: string): string => new URL(pathname, origin).href;

const NOT_OURS = [
  /^\/(?:api|admin|sandbox|covers)(?:\/|$)/,
  /^\/(?:healthz|readyz|metrics)$/,
  /\/[^/]+\.[^/]+$/,
];

export const isAppPath = (pathname: string): boolean =>
  readVoucherPath(pathname) !== undefined || !NOT_OURS.some((pattern) => pattern.test(pathname));

interface FetchedPage {
  readonly response: Response;
  readonly html: string;
}

const isPage = ({ status, redirected }: Response): boolean => status === 200 && !redirected;

/** A page of another build names scripts that are not in this precache, so it fails offline. */
const isCacheable = (deps: DocumentDeps, { response, html }: FetchedPage): boolean =>
  isPage(response) &&
  (response.headers.get('content-type') ?? '').startsWith('text/html') &&
  deps.isOfBuild(html);

/** It sends no credentials, because the cached page must be a visitor's. */
async function fetchPage(
  { fetch, isSaving, origin }: DocumentDeps,
  pathname: string,
  cache: RequestCache = 'default',
): Promise<FetchedPage> {
  const response = await fetch(new URL(pathname, origin).href, {
    credentials: 'omit',
    cache,
    headers: { accept: 'text/html', ...((await isSaving()) && { 'save-data': 'on' }) },
    signal: timeoutSignal(FETCH_TIMEOUT_MS),
  });
  return { response, html: await response.clone().text() };
}

async function cachePage(
  deps: DocumentDeps,
  pathname: string,
  fetched: Promise<FetchedPage>,
): Promise<void> {
  const { generation } = deps;
  const before = generation();
  const page = await fetched;
  if (!isCacheable(deps, page) || generation() !== before) return;
  const cache = await deps.caches.open(CACHES.documents);
  const key = cacheKey(deps.origin, pathname);
  // Deleting first keeps the keys in order of use.
  await cache.delete(key);
  await cache.put(key, page.response);
  await trimCache(cache, MAX_DOCUMENTS);
}

const cachedPage = async (deps: DocumentDeps, pathname: string): Promise<Response | undefined> =>
  (await deps.caches.open(CACHES.documents)).match(cacheKey(deps.origin, pathname));

function isResting({ now }: DocumentDeps, page: Response | undefined): boolean {
  const ageMs = now() - Date.parse(page?.headers.get('date') ?? '');
  // A date in the future means that this clock is wrong.
  return ageMs >= 0 && ageMs < REST_MS;
}

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
    // Offline or full storage: the cached page or the placeholder is shown.
  }
}

export const MAX_FOLLOWED = 5;

export async function refreshFollowed(
  deps: DocumentDeps,
  readFollowed: () => Promise<readonly string[]>,
): Promise<void> {
  if (await deps.isSaving()) return;
  const followed = await readFollowed();
  for (const ulid of followed.slice(0, MAX_FOLLOWED)) await cacheDocument(deps, `/v/${ulid}`);
}

const prerendered = async ({ matchPage }: DocumentDeps, path: string) =>
  (await matchPage(path)) ?? matchPage('/shell');

async function findOfflinePage(
  deps: DocumentDeps,
  pathname: string,
): Promise<Response | undefined> {
  if (isVoucherPage(pathname))
    return (await cachedPage(deps, pathname)) ?? prerendered(deps, placeholderOf(pathname));
  const opened = openedPath(pathname.replace(/(.)\/$/, '$1'), await deps.isSignedIn());
  return prerendered(deps, opened);
}

const OWN_PAGE = /<div id="root" data-path=/;

/** Errors, redirects and pages of another build are ignored: the app retries with the user's rights and its own code. */
async function fromNetwork(
  deps: DocumentDeps,
  { url: { pathname }, waitUntil }: Navigation,
): Promise<Response | undefined> {
  const fetched = fetchPage(deps, pathname);
  const copy = fetched.then(({ response, html }) => ({ response: response.clone(), html }));
  // The fetch continues after the timeout, so that the page is cached for next time.
  waitUntil(cachePage(deps, pathname, copy).catch(() => undefined));
  const answer = fetched.catch(() => undefined);
  const found = await Promise.race([answer, deps.timeout().then(() => undefined)]);
  if (!found || !isPage(found.response)) return undefined;
  return OWN_PAGE.test(found.html) && !deps.isOfBuild(found.html) ? undefined : found.response;
}

/** With data saver on, the placeholder is used, because a page is ten times its data. */
async function answerVoucher(
  deps: DocumentDeps,
  navigation: Navigation,
): Promise<Response | undefined> {
  const { pathname } = navigation.url;
  const cached = await cachedPage(deps, pathname);
  const saving = deps.isSaving();
  if (cached) {
    navigation.waitUntil(
      saving.then((isSaving) => (isSaving ? undefined : cacheDocument(deps, pathname))),
    );
    return cached;
  }
  const page = (await saving) ? undefined : await fromNetwork(deps, navigation);
  return page ?? findOfflinePage(deps, pathname);
}

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
