import type { VoucherRow } from '../../../local/rows.ts';
import type { LiveState } from '../../platform/live/use-live.ts';
import type { RefreshState } from '../../platform/live/use-refresh.ts';
import type { HomeListRead } from './read-home-list.ts';

/** What can be done about the pages that are not shown. */
export type MoreState = 'none' | 'ready' | 'loading' | 'offline';

/** What the list on home shows. */
export type HomeListView =
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed'; readonly message: string }
  /** Offline, and nothing was saved that could stand in. */
  | { readonly phase: 'unsaved' }
  | { readonly phase: 'empty' }
  | {
      readonly phase: 'list';
      readonly vouchers: readonly VoucherRow[];
      /** 'saved': picked on this device from whatever it has. */
      readonly source: 'server' | 'saved';
      readonly more: MoreState;
      /** Why it may be out of date. */
      readonly failure: string | undefined;
    };

export interface HomeListFacts {
  readonly read: LiveState<HomeListRead>;
  readonly refresh: RefreshState;
  readonly isOffline: boolean;
  /** Pages asked for. */
  readonly wanted: number;
}

/** Each voucher once: between two requests one may move to the next page. */
function distinct(vouchers: readonly VoucherRow[]): VoucherRow[] {
  return [...new Map(vouchers.map((voucher) => [voucher.ulid, voucher])).values()];
}

const failureOf = (refresh: RefreshState): string | undefined =>
  refresh.phase === 'failed' ? refresh.error.message : undefined;

function moreOf(
  { pages, isNextSaved }: HomeListRead,
  { refresh, isOffline, wanted }: HomeListFacts,
): MoreState {
  const lastPage = pages.at(-1)?.lastPage ?? 1;
  if (pages.length >= lastPage) return 'none';
  if (pages.length >= wanted && isNextSaved) return 'ready';
  if (isOffline) return 'offline';
  return pages.length < wanted && refresh.phase === 'running' ? 'loading' : 'ready';
}

/** What to show, from what the device has and how asking the server went. */
export function homeListView(facts: HomeListFacts): HomeListView {
  const { read, refresh, isOffline } = facts;
  if (read.phase === 'loading') return { phase: 'loading' };
  const { pages, saved } = read.data;
  // The bar under the header says that there is no network; it need not be said twice.
  const failure = isOffline ? undefined : failureOf(refresh);
  if (pages.length > 0) {
    const vouchers = distinct(pages.flatMap((page) => page.vouchers));
    if (vouchers.length === 0) return { phase: 'empty' };
    return { phase: 'list', vouchers, source: 'server', more: moreOf(read.data, facts), failure };
  }
  if (refresh.phase === 'running' && !isOffline) return { phase: 'loading' };
  if (saved.length > 0 && (isOffline || failure !== undefined)) {
    return { phase: 'list', vouchers: saved, source: 'saved', more: 'none', failure };
  }
  if (isOffline) return { phase: 'unsaved' };
  // Done without a page: the answer was for a session that has ended; another request is under way.
  return failure === undefined ? { phase: 'loading' } : { phase: 'failed', message: failure };
}
