import { CACHES } from '../contract/storage-keys.ts';

/** When a kept page that was opened is fetched again: after its first frames. */
export const DOCUMENT_REFRESH_DELAY_MS = 2_000;

const VOUCHER_PAGE = /^\/(l?v)\/[0-9A-Za-z]{1,26}$/;

export const isVoucherPage = (pathname: string): boolean => VOUCHER_PAGE.test(pathname);

/** Path of the page without data that stands in for a voucher's. */
export const outlineOf = (pathname: string): string =>
  VOUCHER_PAGE.exec(pathname)?.[1] === 'lv' ? '/live' : '/voucher';

/** What a voucher's page is kept under. */
export const documentKey = (origin: string, pathname: string): string =>
  new URL(pathname, origin).href;

export interface KeptDocumentDeps {
  readonly caches: Pick<CacheStorage, 'open'>;
  /** The app's own origin. */
  readonly origin: string;
  /** Settles when a page that is being opened has had its first frames, which a fetch beside them would hold up. */
  readonly afterPaint: () => Promise<void>;
  /** Fetches a voucher's page and keeps it. */
  readonly refresh: (pathname: string) => Promise<void>;
}

/** The page of a voucher as it was kept, refreshed behind it; undefined where none is. */
export async function answerKept(
  deps: KeptDocumentDeps,
  pathname: string,
  waitUntil: (work: Promise<unknown>) => void,
): Promise<Response | undefined> {
  const cache = await deps.caches.open(CACHES.documents);
  const kept = await cache.match(documentKey(deps.origin, pathname));
  if (kept) waitUntil(deps.afterPaint().then(() => deps.refresh(pathname)));
  return kept;
}
