import type { CreatedQuery } from '../../../contract/payment-vouchers.ts';
import type { VoucherStatus } from '../../../contract/vouchers.ts';
import { readNewVoucher } from '../../domain/vouchers/create/new-voucher-path.ts';

export type CreatedFilter = 'all' | Extract<VoucherStatus, 'pending' | 'active'>;

/** What the list shows, as its address says. */
export interface CreatedAddress {
  readonly filter: CreatedFilter;
  readonly pages: number;
  /** A voucher that was just paid for: what can be done with it lies over the list. */
  readonly newUlid?: string;
}

/** Enough for every voucher that a user scrolls to. */
const MAX_PAGES = 100;

/** Reads the query of /my-vouchers. `status` belongs to payment processors, so the filter is called `show`. */
export function readCreatedAddress(query: URLSearchParams): CreatedAddress {
  const show = query.get('show');
  const pages = Number(query.get('pages') ?? 1);
  const newUlid = readNewVoucher(query);
  return {
    filter: show === 'pending' || show === 'active' ? show : 'all',
    pages: Number.isInteger(pages) && pages >= 1 ? Math.min(pages, MAX_PAGES) : 1,
    ...(newUlid !== undefined && { newUlid }),
  };
}

/** The list's address, without what lies over it. */
export function createdPath({ filter, pages }: CreatedAddress): string {
  const query = new URLSearchParams({
    ...(filter !== 'all' && { show: filter }),
    ...(pages > 1 && { pages: String(pages) }),
  });
  return query.size > 0 ? `/my-vouchers?${query.toString()}` : '/my-vouchers';
}

/** The queries that together are the list, first page first. */
export const createdQueries = ({ filter, pages }: CreatedAddress): readonly CreatedQuery[] =>
  Array.from({ length: pages }, (_, index) => ({
    ...(filter !== 'all' && { status: filter }),
    page: index + 1,
  }));
