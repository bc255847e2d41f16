import { TTL_MS } from '../../contract/constants.ts';
import type { AllowedUsersAnswer } from '../../contract/analytics.ts';
import type { Done, WorkerContext } from '../context.ts';
import { refreshMirror, type RefreshOptions } from './refresh-mirror.ts';

/** Who may guess on one of the caller's own private giveaways. */
export function refreshAllowedUsers(
  ctx: WorkerContext,
  ulid: string,
  options?: RefreshOptions,
): Promise<Done> {
  const { db, api } = ctx;
  return refreshMirror<AllowedUsersAnswer>(
    ctx,
    {
      key: `allowed ${ulid}`,
      mirrored: () => db.allowedUsers.get(ulid),
      ttlMs: TTL_MS.vouchers,
      load: () =>
        api.call({ path: `/vouchers/${encodeURIComponent(ulid)}/allowed-users`, auth: 'required' }),
      tables: [db.allowedUsers],
      store: ({ data: users }, fetchedAt) => db.allowedUsers.put({ ulid, users, fetchedAt }),
    },
    options,
  );
}
