import { eq } from 'drizzle-orm';

import {
  ALLOW_CALLS_MAX,
  ALLOW_CALLS_WINDOW_MS,
  ALLOWED_USERS_MAX,
} from '../../contract/constants.ts';
import { USERNAME_PATTERN } from '../../contract/accounts.ts';
import type { AllowedUsersAnswer } from '../../contract/analytics.ts';
import { getUser, isEmail, normaliseUsername } from '../accounts/users.ts';
import { normaliseEmail } from '../accounts/normalise-email.ts';
import { dateOf } from '../clock.ts';
import { allowedUsers } from '../db/schema/giveaways.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';
import { countHit } from '../http/rate-limit.ts';
import { listAllowedUsers } from './list-allowed-users.ts';
import { lockOwnPrivateGiveaway } from './own-giveaway.ts';

const LIMIT = { hits: ALLOW_CALLS_MAX, windowMs: ALLOW_CALLS_WINDOW_MS };
const USERNAME = new RegExp(USERNAME_PATTERN);

/**
 * Lets people guess on the caller's private giveaway, by username or e-mail address; who is allowed already
 * stays so. Names are taken as they are: the user who has that name, or proves that address, may guess, and nothing
 * in the answer tells whether a user does. What no user can be called, and the creator, who cannot guess,
 * come back as not found.
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
    const { username, email } = await getUser(tx, creatorId);
    const isPossible = (login: string | undefined): login is string =>
      login !== undefined && login !== username && login !== email;
    const named = [...new Set(names)].map((name) => ({ name, login: loginOf(name) }));
    const rows = named
      .map(({ login }) => login)
      .filter(isPossible)
      .map((login) => ({ voucherId: voucher.id, login, createdAt: now }));
    if (rows.length > 0) await tx.insert(allowedUsers).values(rows).onConflictDoNothing();
    if ((await tx.$count(allowedUsers, eq(allowedUsers.voucherId, voucher.id))) > ALLOWED_USERS_MAX)
      throw new AppError('allowed_users_full', { values: { max: ALLOWED_USERS_MAX } });
    return {
      success: true,
      data: await listAllowedUsers(tx, voucher.id),
      not_found: named.filter(({ login }) => !isPossible(login)).map(({ name }) => name),
    };
  });
}

/** A name as accounts have it; undefined for what no account can have. */
function loginOf(name: string): string | undefined {
  if (isEmail(name)) return normaliseEmail(name);
  const username = normaliseUsername(name);
  return USERNAME.test(username) ? username : undefined;
}
