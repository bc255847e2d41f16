import { TTL_MS } from '../../contract/constants.ts';
import type { CreatedAnswer, CreatedQuery } from '../../contract/payment-vouchers.ts';
import { createdListKey } from '../../local/canonical-query.ts';
import type { Done, WorkerContext } from '../context.ts';
import { mirrorListed } from '../mirror-voucher.ts';
import { refreshMirror, type RefreshOptions } from './refresh-mirror.ts';

/** One page of the caller's own vouchers, codes of payment vouchers included. */
export function refreshCreated(
  ctx: WorkerContext,
  query: CreatedQuery,
  options?: RefreshOptions,
): Promise<Done> {
  const { db, api } = ctx;
  const key = createdListKey(query);
  return refreshMirror<CreatedAnswer>(
    ctx,
    {
      key: `created ${key}`,
      mirrored: () => db.createdVoucherLists.get(key),
      ttlMs: TTL_MS.vouchers,
      load: () =>
        api.call({
          path: '/vouchers/created',
          query: key,
          auth: 'required',
          fallback: 'created_failed',
        }),
      tables: [db.createdVouchers, db.createdVoucherLists],
      store: async ({ vouchers, has_more: hasMore }, fetchedAt) => {
        await mirrorListed(db.createdVouchers, vouchers, fetchedAt);
        const ulids = vouchers.map(({ ulid }) => ulid);
        await db.createdVoucherLists.put({ key, ulids, hasMore, fetchedAt });
      },
    },
    options,
  );
}
