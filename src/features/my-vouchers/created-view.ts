import type { Failure } from '../../../contract/result.ts';
import type { CreatedPage } from '../../../local/queries/created-vouchers.ts';
import type { CreatedVoucherRow } from '../../../local/rows.ts';
import type { RefreshState } from '../../platform/live/use-refresh.ts';
import type { CreatedFilter } from './created-address.ts';

/** What the list shows of all that is known. */
export type CreatedView =
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed'; readonly failure: Failure }
  | { readonly phase: 'empty' }
  | {
      readonly phase: 'list';
      readonly vouchers: readonly CreatedVoucherRow[];
      readonly hasMore: boolean;
      readonly isLoadingMore: boolean;
      /** When the oldest page on screen was fetched, ms since the epoch. */
      readonly fetchedAt: number;
      /** Why it may not be what the server has now. */
      readonly failure: Failure | undefined;
    };

export interface CreatedKnown {
  /** Page by page; undefined for one that was never fetched. The whole is undefined while the device is asked. */
  readonly pages: readonly (CreatedPage | undefined)[] | undefined;
  readonly refresh: RefreshState;
  readonly filter: CreatedFilter;
}

/** One row a voucher: one that was made meanwhile pushes others onto the next page. */
function rowsOf(pages: readonly CreatedPage[], filter: CreatedFilter): CreatedVoucherRow[] {
  const byUlid = new Map(
    pages.flatMap(({ vouchers }) => vouchers).map((voucher) => [voucher.ulid, voucher]),
  );
  // A voucher that was just paid still stands on the page of those to be paid.
  return [...byUlid.values()].filter(({ status }) => filter === 'all' || status === filter);
}

export function decideCreated({ pages, refresh, filter }: CreatedKnown): CreatedView {
  const failure = refresh.phase === 'failed' ? refresh.error : undefined;
  const missing = pages?.indexOf(undefined) ?? 0;
  const known = (missing === -1 ? pages : pages?.slice(0, missing))?.filter(
    (page) => page !== undefined,
  );
  const last = known?.at(-1);
  if (!known || !last)
    return failure && pages ? { phase: 'failed', failure } : { phase: 'loading' };
  const vouchers = rowsOf(known, filter);
  const isComplete = known.length === pages?.length;
  if (vouchers.length === 0 && !last.hasMore) return { phase: 'empty' };
  return {
    phase: 'list',
    vouchers,
    hasMore: last.hasMore,
    isLoadingMore: !isComplete && refresh.phase === 'running',
    fetchedAt: Math.min(...known.map(({ fetchedAt }) => fetchedAt)),
    failure,
  };
}
