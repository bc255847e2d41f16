import { TTL_MS, VOUCHER_PAGE_SIZE } from '../../contract/constants.ts';
import type { VoucherListAnswer, VoucherListQuery } from '../../contract/vouchers.ts';
import { voucherListKey } from '../../local/canonical-query.ts';
import type { Done, WorkerContext } from '../context.ts';
import type { RefreshOptions } from './refresh-mirror.ts';
import { refreshPage } from './refresh-page.ts';
import type { VoucherListRow } from '../../local/rows.ts';
import { mirrorListed } from '../mirror-voucher.ts';

/** One page of the public giveaways. Fails with `vouchers_need_login` for a visitor. */
export function refreshVoucherList(
  ctx: WorkerContext,
  { page = 1, ...query }: VoucherListQuery,
  options?: RefreshOptions,
): Promise<Done> {
  const { db, api } = ctx;
  const listKey = voucherListKey(query);
  return refreshPage<VoucherListAnswer, VoucherListRow>(
    ctx,
    {
      name: `vouchers ${listKey}`,
      lists: db.voucherLists,
      listKey,
      rows: db.vouchers,
      page,
      pageSize: query.per_page ?? VOUCHER_PAGE_SIZE,
      ttlMs: TTL_MS.vouchers,
      tables: [db.vouchers, db.voucherLists],
      load: (asked) =>
        api.call({
          path: '/vouchers',
          query: voucherListKey({ ...query, page: asked }),
          auth: 'required',
          withoutToken: 'vouchers_need_login',
          fallback: 'vouchers_failed',
        }),
      pageOf: ({ data: { data, last_page: last, total } }, asked) => ({
        ids: data.map(({ ulid }) => ulid),
        hasMore: asked < last,
        total,
      }),
      storeRows: ({ data: { data } }, fetchedAt) => mirrorListed(db.vouchers, data, fetchedAt),
      listOf: ({ ids: ulids, ...list }, { data: { last_page: lastPage } }) => ({
        ...list,
        ulids,
        lastPage,
      }),
    },
    options,
  );
}
