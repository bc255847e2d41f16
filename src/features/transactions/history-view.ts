import type { TransactionRow } from '../../../local/rows.ts';
import type { LiveState } from '../../platform/live/use-live.ts';
import type { RefreshState } from '../../platform/live/use-refresh.ts';
import { PAGES_MAX } from './history-filters.ts';
import type { HistoryRead } from './read-history.ts';

/** What can be done about the pages that are not shown; `narrow`: too many are, dates lead further back. */
export type MoreState = 'end' | 'ready' | 'loading' | 'offline' | 'narrow';

/** What the history shows. */
export type HistoryView =
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed'; readonly message: string }
  /** Offline, and nothing was saved that could stand in. */
  | { readonly phase: 'unsaved' }
  | { readonly phase: 'empty'; readonly fetchedAt: number }
  | {
      readonly phase: 'list';
      readonly transactions: readonly TransactionRow[];
      /** 'saved': picked on this device from whatever it has. */
      readonly source: 'server' | 'saved';
      readonly more: MoreState;
      /** When the oldest of it was fetched, ms since the epoch. */
      readonly fetchedAt: number;
      /** Why it may be out of date. */
      readonly failure: string | undefined;
    };

export interface HistoryFacts {
  readonly read: LiveState<HistoryRead>;
  readonly refresh: RefreshState;
  readonly isOffline: boolean;
  /** Pages asked for. */
  readonly wanted: number;
}

/** Each transaction once: between two requests one may move to the next page. */
const distinct = (rows: readonly TransactionRow[]): TransactionRow[] => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
];

const oldest = (rows: readonly { readonly fetchedAt: number }[]): number =>
  Math.min(...rows.map(({ fetchedAt }) => fetchedAt));

function moreOf(
  { pages, isNextSaved }: HistoryRead,
  { refresh, isOffline, wanted }: HistoryFacts,
): MoreState {
  if (pages.at(-1)?.hasMore !== true) return 'end';
  if (pages.length >= PAGES_MAX) return 'narrow';
  if (pages.length >= wanted && isNextSaved) return 'ready';
  if (isOffline) return 'offline';
  return pages.length < wanted && refresh.phase === 'running' ? 'loading' : 'ready';
}

/** What to show, from what the device has and how asking the server went. */
export function historyView(facts: HistoryFacts): HistoryView {
  const { read, refresh, isOffline } = facts;
  if (read.phase === 'loading') return { phase: 'loading' };
  const { pages, saved } = read.data;
  // The bar under the header says that there is no network; it need not be said twice.
  const failure = !isOffline && refresh.phase === 'failed' ? refresh.error.message : undefined;
  if (pages.length > 0) {
    const transactions = distinct(pages.flatMap((page) => page.transactions));
    const fetchedAt = oldest(pages);
    if (transactions.length === 0) return { phase: 'empty', fetchedAt };
    const more = moreOf(read.data, facts);
    return { phase: 'list', transactions, source: 'server', more, fetchedAt, failure };
  }
  if (refresh.phase === 'running' && !isOffline) return { phase: 'loading' };
  if (saved.length > 0 && (isOffline || failure !== undefined)) {
    const fetchedAt = oldest(saved);
    return {
      phase: 'list',
      transactions: saved,
      source: 'saved',
      more: 'offline',
      fetchedAt,
      failure,
    };
  }
  if (isOffline) return { phase: 'unsaved' };
  // Done without a page: the answer was for a session that has ended; another request is under way.
  return failure === undefined ? { phase: 'loading' } : { phase: 'failed', message: failure };
}
