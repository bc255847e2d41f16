import type { Listed } from '../../../local/queries/read-listed.ts';
import type { LiveState } from './live-query.ts';
import type { RefreshState } from './use-refresh.ts';

/** What of a list stands on this device. */
export interface PagedRead<Row> {
  /** Its first rows, as many as were asked for; undefined when it was never fetched. */
  readonly list: Listed<Row> | undefined;
  /** Without a list: rows from other lists that fit this one, as many as are shown. */
  readonly saved: readonly Row[];
  /** Whether there are more of those. */
  readonly isMoreSaved: boolean;
}

/** How many saved rows stand in for a page: thousands would keep a cheap phone busy for seconds. */
const SAVED_PAGE_ROWS = 30;

/** What can be done about the rows that are not shown; `narrow`: too many are, filters lead further back. */
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
      /** The ids of rows before which others are missing here. */
      readonly gaps: ReadonlySet<string>;
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
  /** How bringing up to date what is shown went. */
  readonly refresh: RefreshState;
  /** Whether the page after what is shown is being asked for. */
  readonly isAsking: boolean;
  readonly isOffline: boolean;
  /** Pages asked for. */
  readonly wanted: number;
  /** The most pages that are shown. */
  readonly pagesMax?: number;
}

/** Reads as many pages as are asked for, or stands in for them with whatever else was saved. */
export async function readPaged<Row>(
  { wanted, pageSize }: { readonly wanted: number; readonly pageSize: number },
  readList: (rowsMax: number) => Promise<Listed<Row> | undefined>,
  readSaved: (rowsMax: number) => Promise<readonly Row[]>,
): Promise<PagedRead<Row>> {
  const list = await readList(wanted * pageSize);
  const savedMax = wanted * SAVED_PAGE_ROWS;
  const saved = list ? [] : await readSaved(savedMax + 1);
  return { list, saved: saved.slice(0, savedMax), isMoreSaved: saved.length > savedMax };
}

function moreOf<Row>(
  { hasMore, next }: Pick<Listed<Row>, 'hasMore' | 'next'>,
  { isAsking, isOffline, wanted, pagesMax = Infinity }: PagedFacts<Row>,
): MoreState {
  if (isAsking) return 'loading';
  if (!hasMore) return 'end';
  if (wanted >= pagesMax) return 'narrow';
  return isOffline && next === 'none' ? 'offline' : 'ready';
}

/** What to show, from what the device has and how asking the server went. */
export function pagedView<Row extends { readonly fetchedAt: number }>(
  facts: PagedFacts<Row>,
): PagedView<Row> {
  const { read, refresh, isOffline } = facts;
  if (read.phase === 'loading') return { phase: 'loading' };
  const { list, saved, isMoreSaved } = read.data;
  // The bar under the header says that there is no network; it need not be said twice.
  const failure = !isOffline && refresh.phase === 'failed' ? refresh.error.message : undefined;
  if (list) {
    const { rows, gaps, fetchedAt } = list;
    if (rows.length === 0) return { phase: 'empty', fetchedAt };
    const more = moreOf(list, facts);
    return { phase: 'list', rows, gaps, source: 'server', more, fetchedAt, failure };
  }
  if (refresh.phase === 'running' && !isOffline) return { phase: 'loading' };
  if (saved.length > 0 && (isOffline || failure !== undefined)) {
    const fetchedAt = Math.min(...saved.map((row) => row.fetchedAt));
    const { wanted, pagesMax = Infinity } = facts;
    const more = !isMoreSaved ? 'offline' : wanted >= pagesMax ? 'narrow' : 'ready';
    const gaps: ReadonlySet<string> = new Set();
    return { phase: 'list', rows: saved, gaps, source: 'saved', more, fetchedAt, failure };
  }
  if (isOffline) return { phase: 'unsaved' };
  // Done without a page: the answer was for a session that has ended; another request is under way.
  return failure === undefined ? { phase: 'loading' } : { phase: 'failed', message: failure };
}
