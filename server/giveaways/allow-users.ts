import {
  ALLOW_CALLS_MAX,
  ALLOW_CALLS_WINDOW_MS,
  ALLOWED_USERS_MAX,
} from '../../contract/constants.ts';
import { findUsersByLogins } from '../accounts/find-user.ts';
import { normaliseEmail } from '../accounts/normalise-email.ts';
import type { AllowedUsersAnswer } from '../../contract/analytics.ts';
import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { allowedUsers } from '../db/schema/giveaways.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';
import { countHit } from '../http/rate-limit.ts';
import { listAllowedUsers } from './list-allowed-users.ts';
import { lockOwnPrivateGiveaway } from './own-giveaway.ts';

const LIMIT = { hits: ALLOW_CALLS_MAX, windowMs: ALLOW_CALLS_WINDOW_MS };

/**
 * Lets people guess on the caller's private giveaway, found by username or proved e-mail address; who is
 * allowed already stays so. The creator, who cannot guess, counts as not found.
 * @throws AppError as `lockOwnPrivateGiveaway`; `allowed_users_full`, with no user added; `too_many_requests`
 */
export async function allowUsers(
  deps: Pick<Deps, 'db' | 'clock'>,
  refText: string,
  creatorId: number,
  names: readonly string[],
): Promise<AllowedUsersAnswer> {
  const now = dateOf(deps.clock);
  await countHit(deps.db, `allow:${creatorId}`, LIMIT, now.getTime());
  return inTransaction(deps.db, async (tx) => {
    const voucher = await lockOwnPrivateGiveaway(tx, refText, creatorId);
    const { ids, notFound } = await findPeople(tx, names, creatorId);
    if (ids.length > 0) {
      const rows = ids.map((userId) => ({ voucherId: voucher.id, userId, createdAt: now }));
      await tx.insert(allowedUsers).values(rows).onConflictDoNothing();
    }
    const data = await listAllowedUsers(tx, voucher.id);
    if (data.length > ALLOWED_USERS_MAX)
      throw new AppError('allowed_users_full', { values: { max: ALLOWED_USERS_MAX } });
    return { success: true, data, not_found: notFound };
  });
}

async function findPeople(
  tx: Db,
  names: readonly string[],
  creatorId: number,
): Promise<{ ids: readonly number[]; notFound: string[] }> {
  const wanted = new Map(names.map((name) => [name, loginOf(name)]));
  const logins = [...wanted.values()];
  const found = (await findUsersByLogins(tx, logins)).filter(({ id }) => id !== creatorId);
  // A person who was found by name is not told of by an address that was not asked for.
  const known = new Set(found.flatMap(({ username, email }) => [username, email]));
  return {
    ids: found.map(({ id }) => id),
    notFound: [...wanted].flatMap(([name, login]) => (known.has(login) ? [] : [name])),
  };
}

/** As it stands in the database: people write usernames with an @ before them, and in capitals. */
const loginOf = (name: string): string => {
  const login = name.trim().replace(/^@/, '');
  return login.includes('@') ? normaliseEmail(login) : login.toLowerCase();
};
