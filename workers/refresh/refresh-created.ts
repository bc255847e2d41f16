import { TTL_MS, VOUCHER_PAGE_SIZE } from '../../contract/constants.ts';
import type { CreatedAnswer, CreatedQuery } from '../../contract/payment-vouchers.ts';
import { createdListKey } from '../../local/canonical-query.ts';
import type { CreatedVoucherListRow } from '../../local/rows.ts';
import type { Done, WorkerContext } from '../context.ts';
import { mirrorListed } from '../mirror-voucher.ts';
import type { RefreshOptions } from './refresh-mirror.ts';
import { refreshPage } from './refresh-page.ts';

/** One page of the caller's own vouchers, codes of payment vouchers included. */
export function refreshCreated(
  ctx: WorkerContext,
  { status, page = 1 }: CreatedQuery,
  options?: RefreshOptions,
): Promise<Done> {
  const { db, api } = ctx;
  const listKey = createdListKey({ status });
  return refreshPage<CreatedAnswer, CreatedVoucherListRow>(
    ctx,
    {
      name: `created ${listKey}`,
      lists: db.createdVoucherLists,
      listKey,
      rows: db.createdVouchers,
      page,
      pageSize: VOUCHER_PAGE_SIZE,
      ttlMs: TTL_MS.vouchers,
      tables: [db.createdVouchers, db.createdVoucherLists],
      load: (asked) =>
        api.call({
          path: '/vouchers/created',
          query: createdListKey({ status, page: asked }),
          auth: 'required',
          fallback: 'created_failed',
        }),
      pageOf: ({ vouchers, has_more: hasMore }) => ({
        ids: vouchers.map(({ ulid }) => ulid),
        hasMore,
      }),
      storeRows: ({ vouchers }, fetchedAt) => mirrorListed(db.createdVouchers, vouchers, fetchedAt),
      listOf: ({ ids: ulids, ...list }) => ({ ...list, ulids }),
    },
    options,
  );
}
