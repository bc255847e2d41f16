import { TTL_MS } from '../../contract/constants.ts';
import type { TopSharersAnswer } from '../../contract/vouchers/sharing.ts';
import type { Done, WorkerContext } from '../context.ts';
import { refreshMirror, type RefreshOptions } from './refresh-mirror.ts';

/** Who brought the most people to a voucher. */
export function refreshSharers(
  ctx: WorkerContext,
  ulid: string,
  options?: RefreshOptions,
): Promise<Done> {
  const { db, api } = ctx;
  return refreshMirror<TopSharersAnswer>(
    ctx,
    {
      key: `sharers ${ulid}`,
      mirrored: () => db.sharers.get(ulid),
      ttlMs: TTL_MS.sharers,
      load: () =>
        api.call({ path: `/vouchers/${encodeURIComponent(ulid)}/top-sharers`, auth: 'optional' }),
      tables: [db.sharers],
      store: ({ sharers, own }, fetchedAt) => db.sharers.put({ ulid, sharers, own, fetchedAt }),
    },
    options,
  );
}
