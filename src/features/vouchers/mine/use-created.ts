import type { Remote } from 'comlink';

import type { CreatedQuery } from '../../../../contract/payment-vouchers.ts';
import type { VoucherStatus } from '../../../../contract/vouchers.ts';
import { REFRESH_MIN_DISPLAY_MS, VOUCHER_PAGE_SIZE } from '../../../../contract/constants.ts';
import type { Result } from '../../../../contract/result.ts';
import type { GoodiesDatabase } from '../../../../local/database.ts';
import { readCreated } from '../../../../local/queries/created-vouchers.ts';
import type { DataWorkerApi } from '../../../../workers/api.ts';
import { refreshPages, usePagedList } from '../../../platform/live/paged-list.ts';
import { navigate } from '../../../platform/routing/router.tsx';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { readNewVoucher } from '../create/pay-voucher.ts';

export type CreatedFilter = 'all' | Extract<VoucherStatus, 'pending' | 'active'>;

export interface CreatedAddress {
  readonly filter: CreatedFilter;
  readonly pages: number;
  /** A voucher that was just paid for: what can be done with it lies over the list. */
  readonly newUlid?: string;
}

const PAGES_MAX = 100;

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

export function createdPath({ filter, pages }: CreatedAddress): string {
  const query = new URLSearchParams({
    ...(filter !== 'all' && { show: filter }),
    ...(pages > 1 && { pages: String(pages) }),
  });
  return query.size > 0 ? `/my-vouchers?${query.toString()}` : '/my-vouchers';
}

export const createdQuery = (filter: CreatedFilter, page: number): CreatedQuery => ({
  ...(filter !== 'all' && { status: filter }),
  page,
});

/** Fetches a page anew, however fresh it is: a code may be redeemed at any moment. */
const refreshPage = (
  worker: Pick<Remote<DataWorkerApi>, 'refreshCreated'>,
  filter: CreatedFilter,
  page: number,
): Promise<Result<undefined>> => worker.refreshCreated(createdQuery(filter, page), { force: true });

/** Asks anew at a pull of the finger; never shorter than an eye needs to see it. */
export async function pullCreated({ filter, pages }: CreatedAddress): Promise<Result<undefined>> {
  const shown = new Promise((resolve) => setTimeout(resolve, REFRESH_MIN_DISPLAY_MS));
  const asked = callWorker((worker) =>
    refreshPages(pages, (page) => refreshPage(worker, filter, page)),
  );
  const [result] = await Promise.all([asked, shown]);
  return result;
}

/** The first of them, without what has left its filter since: a voucher that was just paid stands there as pending. */
async function readShown(db: GoodiesDatabase, filter: CreatedFilter, rowsMax: number) {
  const read = await readCreated(db, createdQuery(filter, 1), rowsMax);
  if (!read || filter === 'all') return read;
  return { ...read, rows: read.rows.filter(({ status }) => status === filter) };
}

export function useCreated(address: CreatedAddress) {
  const { filter, pages: wanted } = address;
  return usePagedList({
    firstPath: createdPath({ filter, pages: 1 }),
    wanted,
    pagesMax: PAGES_MAX,
    pageSize: VOUCHER_PAGE_SIZE,
    readList: (db, rowsMax) => readShown(db, filter, rowsMax),
    readSaved: async () => [],
    refreshPage: (worker, page) => refreshPage(worker, filter, page),
    showPages: (pages) => navigate(createdPath({ filter, pages }), { replace: true }),
  });
}
