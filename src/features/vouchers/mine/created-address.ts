import type { CreatedQuery } from '../../../../contract/payment-vouchers.ts';
import type { VoucherStatus } from '../../../../contract/vouchers.ts';
import { readNewVoucher } from '../create/new-voucher-path.ts';

export type CreatedFilter = 'all' | Extract<VoucherStatus, 'pending' | 'active'>;

/** What the list shows, as its address says. */
export interface CreatedAddress {
  readonly filter: CreatedFilter;
  readonly pages: number;
  /** A voucher that was just paid for: what can be done with it lies over the list. */
  readonly newUlid?: string;
}

/** Enough for every voucher that a user scrolls to. */
export const PAGES_MAX = 100;

/** Reads the query of /my-vouchers. `status` belongs to payment processors, so the filter is called `show`. */
export function readCreatedAddress(query: URLSearchParams): CreatedAddress {
  const show = query.get('show');
  const pages = Number(query.get('pages') ?? 1);
  const newUlid = readNewVoucher(query);
  return {
    filter: show === 'pending' || show === 'active' ? show : 'all',
    pages: Number.isInteger(pages) && pages >= 1 ? Math.min(pages, PAGES_MAX) : 1,
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

/** What asks for one page of a filter, from 1. */
export const createdQuery = (filter: CreatedFilter, page: number): CreatedQuery => ({
  ...(filter !== 'all' && { status: filter }),
  page,
});
