import { and, eq } from 'drizzle-orm';

import type { User } from '../../contract/accounts.ts';
import type { SolvedDevice } from '../../contract/devices.ts';
import { dateOf } from '../clock.ts';
import { users } from '../db/schema/accounts.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';
import { createSession, type RequestOrigin } from './sessions.ts';
import { findEmailToken, spendEmailToken, createEmailToken, mayMailUser } from './email-tokens.ts';
import { findUserByLogin, presentUser, type UserRow } from './users.ts';
import { passwordMatches } from './passwords.ts';
import {
  countLogin,
  countLoginWithLink,
  countsOf,
  forgetTries,
  LOGIN_WINDOW_MS,
  withEvenTiming,
} from './count-attempts.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import { hitsInWindow } from '../http/rate-limit.ts';
import { loginLinkMail } from '../notifications/mail/account-mails.ts';
import { mailUser } from '../notifications/mail/mail-queue.ts';

interface Credentials extends RequestOrigin {
  readonly login: string;
  readonly password: string;
  readonly remember: boolean;
  readonly linkToken?: string | undefined;
  readonly work?: SolvedDevice | undefined;
}

/** Answers an unknown account like a wrong password. */
export async function logIn(
  deps: Deps,
  credentials: Credentials,
): Promise<{ user: User; token: string }> {
  const { login, password, remember, address, userAgent, deviceId, linkToken, work } = credentials;
  const user = await findUserByLogin(deps.db, login);
  // Every name of an account shares one counter.
  const tries = { account: user ? countsOf(user.id).logIn : `login:${login}`, address };
  // The work is bound to the typed name, so that it does not reveal which names share an account.
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
  // Only callers who know the password learn of the block.
  if (user.blockedAt) throw new AppError('account_blocked');
  await forgetTries(deps, { userId: user.id, address });
  const now = dateOf(deps.clock);
  const token = await inTransaction(deps.db, async (tx) => {
    // The lock makes a concurrent password change visible here, or makes it end this session.
    const isSame = and(eq(users.id, user.id), eq(users.passwordHash, user.passwordHash ?? ''));
    const [known] = await tx.select({ id: users.id }).from(users).where(isSame).for('share');
    if (!known) throw new AppError('invalid_credentials');
    if (linkToken !== undefined) await spendEmailToken(tx, linkToken, 'login', now);
    return createSession(tx, { userId: user.id, remember, userAgent, deviceId, now });
  });
  return { user: presentUser(user, now), token };
}

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

const LINKS = { hits: 3, windowMs: HOUR_MS };

/**
 * The caller must not learn whether a mail is sent, because that reveals whether the account
 * exists.
 */
const sendLoginLink = (deps: Deps, user: UserRow | undefined): Promise<void> =>
  withEvenTiming(async () => {
    if (!user || user.deletedAt) return;
    const key = `login:mail:${user.id}`;
    const sent = await hitsInWindow(deps.db, key, LINKS.windowMs, deps.clock.now());
    if (sent > LINKS.hits || !(await mayMailUser(deps.db, deps, user))) return;
    await inTransaction(deps.db, async (tx) => {
      const token = await createEmailToken(tx, user, 'login', dateOf(deps.clock));
      await mailUser(tx, deps, user, loginLinkMail(token));
    });
  });
