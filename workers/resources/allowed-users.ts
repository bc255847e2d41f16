import { ok, type Result } from '../../contract/result.ts';
import type {
  AllowedUsersAnswer,
  AllowUsersBody,
  DisallowUsersBody,
} from '../../contract/analytics.ts';
import { readSessionId } from '../../local/session.ts';
import type { WorkerContext } from '../context.ts';
import { writeIfSameSession } from '../write-if-same-session.ts';

/** Sends a change of who may guess, and writes all who may afterwards. */
async function change(
  ctx: WorkerContext,
  ulid: string,
  request:
    | { readonly method: 'POST'; readonly body: AllowUsersBody }
    | { readonly method: 'DELETE'; readonly body: DisallowUsersBody },
): Promise<Result<readonly string[]>> {
  const { db, api, now } = ctx;
  const session = await readSessionId(db);
  const path = `/vouchers/${encodeURIComponent(ulid)}/allowed-users`;
  const answer = await api.call<AllowedUsersAnswer>({ ...request, path, auth: 'required' });
  if (!answer.ok) return answer;
  const { data: users, not_found: notFound } = answer.value;
  await writeIfSameSession(ctx, session, [db.allowedUsers], () =>
    db.allowedUsers.put({ ulid, users, fetchedAt: now() }),
  );
  return ok(notFound);
}

/**
 * Lets people guess on a private giveaway, by username or e-mail address. All who may are in the database
 * when it returns.
 * @returns the names that no user can have
 */
export const allowUsers = (ctx: WorkerContext, ulid: string, names: readonly string[]) =>
  change(ctx, ulid, { method: 'POST', body: { users: [...names] } });

/** Takes that back, by their numbers on the list. */
export const disallowUsers = (ctx: WorkerContext, ulid: string, ids: readonly number[]) =>
  change(ctx, ulid, { method: 'DELETE', body: { user_ids: [...ids] } });
