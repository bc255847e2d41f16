import type { Listed } from '../../../local/queries/read-listed.ts';
import type { LiveState } from './live-query.ts';
import type { RefreshState } from './use-refresh.ts';

export interface PagedRead<Row> {
  readonly list: Listed<Row> | undefined;
  readonly saved: readonly Row[];
  readonly isMoreSaved: boolean;
}

/** Thousands of saved rows would block a cheap phone for seconds. */
const SAVED_PAGE_ROWS = 30;

/** `narrow`: the maximum of rows is shown, and only filters lead further back. */
export type MoreState = 'end' | 'ready' | 'loading' | 'offline' | 'narrow';

export type PagedView<Row> =
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed'; readonly message: string }
  | { readonly phase: 'unsaved' }
  | { readonly phase: 'empty'; readonly fetchedAt: number }
  | {
      readonly phase: 'list';
      readonly rows: readonly Row[];
      /** The ids of rows before which the device lacks other rows. */
      readonly gaps: ReadonlySet<string>;
      readonly source: 'server' | 'saved';
      readonly more: MoreState;
      readonly fetchedAt: number;
      readonly failure: string | undefined;
    };

export interface PagedFacts<Row> {
  readonly read: LiveState<PagedRead<Row>>;
  readonly refresh: RefreshState;
  readonly isAsking: boolean;
  readonly isOffline: boolean;
  readonly wanted: number;
  readonly pagesMax?: number;
}

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

export function pagedView<Row extends { readonly fetchedAt: number }>(
  facts: PagedFacts<Row>,
): PagedView<Row> {
  const { read, refresh, isOffline } = facts;
  if (read.phase === 'loading') return { phase: 'loading' };
  const { list, saved, isMoreSaved } = read.data;
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
  // The answer was for an ended session, and another request is under way.
  return failure === undefined ? { phase: 'loading' } : { phase: 'failed', message: failure };
}
