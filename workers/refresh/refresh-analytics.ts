import { TTL_MS } from '../../contract/constants.ts';
import type { AnalyticsAnswer } from '../../contract/analytics.ts';
import { readAnalytics } from '../../local/queries/created-vouchers.ts';
import { readVoucher } from '../../local/queries/vouchers.ts';
import type { Done, WorkerContext } from '../context.ts';
import { refreshMirror, type RefreshOptions } from './refresh-mirror.ts';

/** How one of the caller's own giveaways does, by id or ulid. */
export function refreshAnalytics(
  ctx: WorkerContext,
  id: string,
  options?: RefreshOptions,
): Promise<Done> {
  const { db, api } = ctx;
  return refreshMirror<AnalyticsAnswer>(
    ctx,
    {
      key: `analytics ${id}`,
      mirrored: async () => {
        const row = await readAnalytics(db, id);
        const isOpen = row?.status === 'active';
        // What is known to be over since has other figures.
        const now = isOpen ? await readVoucher(db, row.ulid) : undefined;
        return now && now.status !== 'active' ? undefined : row;
      },
      ttlMs: TTL_MS.vouchers,
      load: () =>
        api.call({
          path: `/vouchers/analytics/${encodeURIComponent(id)}`,
          auth: 'required',
          fallback: 'analytics_failed',
        }),
      tables: [db.analytics],
      store: ({ data }, fetchedAt) => db.analytics.put({ ...data, fetchedAt }),
    },
    options,
  );
}
