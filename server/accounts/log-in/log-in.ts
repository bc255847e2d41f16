import { and, eq } from 'drizzle-orm';

import type { User } from '../../../contract/accounts.ts';
import type { SolvedDevice } from '../../../contract/devices.ts';
import { dateOf } from '../../clock.ts';
import { users } from '../../db/schema/accounts.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/app-error.ts';
import { createSession } from '../create-session.ts';
import { findEmailToken, useEmailToken } from '../email-tokens.ts';
import { findUserByLogin } from '../find-user.ts';
import { passwordMatches } from '../passwords.ts';
import { presentUser, type UserRow } from '../present-user.ts';
import type { RequestOrigin } from '../request-origin.ts';
import { sendLoginLink } from './send-login-link.ts';
import {
  countLogin,
  countLoginWithLink,
  countsOf,
  forgetTries,
  LOGIN_WINDOW_MS,
} from '../count-attempts.ts';

export interface Credentials extends RequestOrigin {
  /** E-mail or username. */
  readonly login: string;
  readonly password: string;
  readonly remember: boolean;
  /** Of a link that was mailed to the account's owner after too many wrong passwords. */
  readonly linkToken?: string | undefined;
  readonly work?: SolvedDevice | undefined;
}

/**
 * Signs in. An unknown account and a wrong password get the same answer after the same work. Too many wrong
 * passwords do not lock the owner out: a link is mailed to them, and with it they sign in as before.
 * @throws AppError `invalid_credentials`, `account_blocked`, `login_link_sent`, `work_required`.
 */
export async function logIn(
  deps: Deps,
  credentials: Credentials,
): Promise<{ user: User; token: string }> {
  const { login, password, remember, address, userAgent, deviceId, linkToken, work } = credentials;
  const user = await findUserByLogin(deps.db, login);
  // One account has one count, whichever of its names is typed; nothing that is typed is the name of a count.
  const tries = { account: user ? countsOf(user.id).logIn : `login:${login}`, address };
  // The work names what was typed: it must not tell which names are of one account.
  const mayTry =
    (await countLogin(deps, { ...tries, subject: login, work })) ||
    (await hasLink(deps, user, linkToken));
  if (!mayTry) {
    await sendLoginLink(deps, user);
    throw new AppError('login_link_sent', { retryAfterSeconds: LOGIN_WINDOW_MS / 1000 });
  }
  if (!(await passwordMatches(user?.passwordHash, password)) || !user) {
    throw new AppError('invalid_credentials');
  }
  // Said only to a caller who knows the password. A session that begins at the same moment is refused all the same.
  if (user.blockedAt) throw new AppError('account_blocked');
  await forgetTries(deps, { userId: user.id, address });
  const now = dateOf(deps.clock);
  const token = await inTransaction(deps.db, async (tx) => {
    // What ends the sessions changes the password in the same transaction: it sees this one, or is seen.
    const isSame = and(eq(users.id, user.id), eq(users.passwordHash, user.passwordHash ?? ''));
    const [known] = await tx.select({ id: users.id }).from(users).where(isSame).for('share');
    if (!known) throw new AppError('invalid_credentials');
    if (linkToken !== undefined) await useEmailToken(tx, linkToken, 'login', now);
    return createSession(tx, { userId: user.id, remember, userAgent, deviceId, now });
  });
  return { user: presentUser(user, now), token };
}

/** Whether a try comes with a link that went to this user's address, and that was not tried too often. */
async function hasLink(
  deps: Deps,
  user: UserRow | undefined,
  linkToken: string | undefined,
): Promise<boolean> {
  if (linkToken === undefined || !user) return false;
  const sent = await findEmailToken(deps.db, linkToken, 'login', dateOf(deps.clock));
  if (sent?.userId !== user.id || sent.email !== user.email) return false;
  return countLoginWithLink(deps, linkToken);
}
