import type { LiveState } from './live-query.ts';
import type { RefreshState } from './use-refresh.ts';

/** One mirrored page of a list. */
export interface ListPage<Row> {
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
  /** ms since the epoch */
  readonly fetchedAt: number;
}

/** What of a list stands on this device. */
export interface PagedRead<Row> {
  /** The mirrored pages up to the first one that is missing. */
  readonly pages: readonly ListPage<Row>[];
  /** Whether there is more here than was asked for, so that it can be shown without a network. */
  readonly isNextSaved: boolean;
  /** Without any mirrored page: rows from other lists that fit this one, as many as are shown. */
  readonly saved: readonly Row[];
}

/** How many saved rows stand in for a page: thousands would keep a cheap phone busy for seconds. */
const SAVED_PAGE_ROWS = 30;

/** What can be done about the pages that are not shown; `narrow`: too many are, filters lead further back. */
export type MoreState = 'end' | 'ready' | 'loading' | 'offline' | 'narrow';

/** What a list shows. */
export type PagedView<Row> =
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed'; readonly message: string }
  /** Offline, and nothing was saved that could stand in. */
  | { readonly phase: 'unsaved' }
  | { readonly phase: 'empty'; readonly fetchedAt: number }
  | {
      readonly phase: 'list';
      readonly rows: readonly Row[];
      /** 'saved': picked on this device from whatever it has. */
      readonly source: 'server' | 'saved';
      readonly more: MoreState;
      /** When the oldest of it was fetched, ms since the epoch. */
      readonly fetchedAt: number;
      /** Why it may be out of date. */
      readonly failure: string | undefined;
    };

export interface PagedFacts<Row> {
  readonly read: LiveState<PagedRead<Row>>;
  readonly refresh: RefreshState;
  readonly isOffline: boolean;
  /** Pages asked for. */
  readonly wanted: number;
  /** The most pages that are shown. */
  readonly pagesMax?: number;
  readonly keyOf: (row: Row) => string;
}

/** Reads the pages asked for, or stands in for them with whatever else was saved. */
export async function readPages<Row>(
  wanted: number,
  readPage: (page: number) => Promise<ListPage<Row> | undefined>,
  readSaved: (rowsMax: number) => Promise<readonly Row[]>,
): Promise<PagedRead<Row>> {
  const mirrored = await Promise.all(
    Array.from({ length: wanted + 1 }, (_, index) => readPage(index + 1)),
  );
  const missing = mirrored.indexOf(undefined);
  const unbroken = mirrored
    .slice(0, missing < 0 ? mirrored.length : missing)
    .filter((page) => page !== undefined);
  const rowsMax = wanted * SAVED_PAGE_ROWS;
  const saved = unbroken.length === 0 ? await readSaved(rowsMax + 1) : [];
  return {
    pages: unbroken.slice(0, wanted),
    isNextSaved: unbroken.length > wanted || saved.length > rowsMax,
    saved: saved.slice(0, rowsMax),
  };
}

const oldest = (stamped: readonly { readonly fetchedAt: number }[]): number =>
  Math.min(...stamped.map(({ fetchedAt }) => fetchedAt));

function moreOf<Row>(
  { pages, isNextSaved }: PagedRead<Row>,
  { refresh, isOffline, wanted, pagesMax = Infinity }: PagedFacts<Row>,
): MoreState {
  if (pages.at(-1)?.hasMore !== true) return 'end';
  if (pages.length >= pagesMax) return 'narrow';
  if (pages.length >= wanted && isNextSaved) return 'ready';
  if (isOffline) return 'offline';
  return pages.length < wanted && refresh.phase === 'running' ? 'loading' : 'ready';
}

/** What to show, from what the device has and how asking the server went. */
export function pagedView<Row extends { readonly fetchedAt: number }>(
  facts: PagedFacts<Row>,
): PagedView<Row> {
  const { read, refresh, isOffline, keyOf } = facts;
  if (read.phase === 'loading') return { phase: 'loading' };
  const { pages, saved, isNextSaved } = read.data;
  // The bar under the header says that there is no network; it need not be said twice.
  const failure = !isOffline && refresh.phase === 'failed' ? refresh.error.message : undefined;
  if (pages.length > 0) {
    // Each row once: between two requests one may move to the next page.
    const byKey = new Map(pages.flatMap(({ rows }) => rows).map((row) => [keyOf(row), row]));
    const fetchedAt = oldest(pages);
    if (byKey.size === 0) return { phase: 'empty', fetchedAt };
    const [rows, more] = [[...byKey.values()], moreOf(read.data, facts)];
    return { phase: 'list', rows, source: 'server', more, fetchedAt, failure };
  }
  if (refresh.phase === 'running' && !isOffline) return { phase: 'loading' };
  if (saved.length > 0 && (isOffline || failure !== undefined)) {
    const fetchedAt = oldest(saved);
    const { wanted, pagesMax = Infinity } = facts;
    const more = !isNextSaved ? 'offline' : wanted >= pagesMax ? 'narrow' : 'ready';
    return { phase: 'list', rows: saved, source: 'saved', more, fetchedAt, failure };
  }
  if (isOffline) return { phase: 'unsaved' };
  // Done without a page: the answer was for a session that has ended; another request is under way.
  return failure === undefined ? { phase: 'loading' } : { phase: 'failed', message: failure };
}
