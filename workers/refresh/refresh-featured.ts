import { FEATURED_MAX, TTL_MS } from '../../contract/constants.ts';
import type { FeaturedAnswer } from '../../contract/vouchers.ts';
import { FEATURED_KEY } from '../../local/canonical-query.ts';
import type { Done, WorkerContext } from '../context.ts';
import { mirrorListed } from '../mirror-voucher.ts';
import { refreshMirror, type RefreshOptions } from './refresh-mirror.ts';

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
        await db.voucherLists.put({
          key: FEATURED_KEY,
          ulids,
          hasMore: false,
          lastPage: 1,
          fetchedAt,
        });
      },
    },
    options,
  );
}
