import type { UserAnswer } from '../../contract/accounts.ts';
import { TTL_MS } from '../../contract/constants.ts';
import { ok, type Result } from '../../contract/result.ts';
import { SINGLE, type UserRow } from '../../local/rows.ts';
import type { Done, WorkerContext } from '../context.ts';
import { refreshNotices } from '../resources/notifications.ts';
import { refreshMirror, type RefreshOptions } from './refresh-mirror.ts';

type Loaded = Pick<UserRow, 'user' | 'subscription'>;

/** Has the server hear what was read here without a network: it would count that among the unread. */
async function tellReads(ctx: WorkerContext): Promise<void> {
  const { noticeLists, notifications } = ctx.db;
  const isUntold =
    (await noticeLists.get(SINGLE))?.readUpTo !== undefined ||
    (await notifications.where('unsentRead').equals(1).count()) > 0;
  if (isUntold) await refreshNotices(ctx);
}

/** User and subscription at once, for each request costs more than its answer. One that is not told stays as known. */
async function load(ctx: WorkerContext): Promise<Result<Loaded>> {
  const { api, db, now } = ctx;
  await tellReads(ctx);
  const answer = await api.call<UserAnswer>({
    path: '/user',
    query: `_t=${now()}`,
    auth: 'required',
    fallback: 'user_load_failed',
  });
  if (!answer.ok) return answer;
  const { data: user, subscription } = answer.value;
  const known = subscription ?? (await db.user.get(SINGLE))?.subscription;
  return ok({ user, subscription: known ?? null });
}

/** User, points and subscription. A session that has ended is cleared from the device. */
export const refreshUser = (ctx: WorkerContext, options?: RefreshOptions): Promise<Done> =>
  refreshMirror(
    ctx,
    {
      key: 'user',
      mirrored: () => ctx.db.user.get(SINGLE),
      ttlMs: TTL_MS.user,
      load: () => load(ctx),
      tables: [ctx.db.user],
      store: (loaded, fetchedAt) => ctx.db.user.put({ key: SINGLE, ...loaded, fetchedAt }),
    },
    options,
  );
