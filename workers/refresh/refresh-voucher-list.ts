import { FEATURED_MAX, TTL_MS } from '../../contract/constants.ts';
import type {
  FeaturedAnswer,
  VoucherListAnswer,
  VoucherListQuery,
} from '../../contract/vouchers.ts';
import { FEATURED_KEY, voucherListKey } from '../../local/canonical-query.ts';
import type { Done, WorkerContext } from '../context.ts';
import { refreshMirror, type RefreshOptions } from './refresh-mirror.ts';
import { mirrorListed } from '../mirror-voucher.ts';

/** One page of the public giveaways. Fails with `vouchers_need_login` for a visitor. */
export function refreshVoucherList(
  ctx: WorkerContext,
  query: VoucherListQuery,
  options?: RefreshOptions,
): Promise<Done> {
  const { db, api } = ctx;
  const key = voucherListKey(query);
  return refreshMirror<VoucherListAnswer>(
    ctx,
    {
      key: `vouchers ${key}`,
      mirrored: () => db.voucherLists.get(key),
      ttlMs: TTL_MS.vouchers,
      load: () =>
        api.call({
          path: '/vouchers',
          query: key,
          auth: 'required',
          withoutToken: 'vouchers_need_login',
          fallback: 'vouchers_failed',
        }),
      tables: [db.vouchers, db.voucherLists],
      store: async ({ data: { data, last_page: lastPage, total } }, fetchedAt) => {
        await mirrorListed(db.vouchers, data, fetchedAt);
        const ulids = data.map(({ ulid }) => ulid);
        await db.voucherLists.put({ key, ulids, lastPage, total, fetchedAt });
      },
    },
    options,
  );
}

/** The giveaways that everyone may see, at most 12. */
export function refreshFeatured(ctx: WorkerContext, options?: RefreshOptions): Promise<Done> {
  const { db, api } = ctx;
  return refreshMirror<FeaturedAnswer>(
    ctx,
    {
      key: FEATURED_KEY,
      mirrored: () => db.voucherLists.get(FEATURED_KEY),
      ttlMs: TTL_MS.featured,
      load: () =>
        api.call({ path: '/vouchers/featured', auth: 'none', fallback: 'vouchers_failed' }),
      tables: [db.vouchers, db.voucherLists],
      store: async ({ data }, fetchedAt) => {
        const vouchers = data.slice(0, FEATURED_MAX);
        await mirrorListed(db.vouchers, vouchers, fetchedAt);
        const ulids = vouchers.map(({ ulid }) => ulid);
        const total = ulids.length;
        await db.voucherLists.put({ key: FEATURED_KEY, ulids, lastPage: 1, total, fetchedAt });
      },
    },
    options,
  );
}
