import { eq } from 'drizzle-orm';

import type { UpdateUserBody, User } from '../../../contract/accounts.ts';
import { dateOf } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import { formerUsernames, users } from '../../db/schema/accounts.ts';
import { constraintOf, inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { fieldError } from '../../http/app-error.ts';
import { addressLeftMail } from '../../notifications/mail/account-mails.ts';
import { confirmPassword, keepPassword } from '../confirm-password.ts';
import { countChange } from '../count-attempts.ts';
import { isLeftBehind, usernameTaken } from '../create-account.ts';
import { getUser } from '../find-user.ts';
import { comparableEmail, requireEmail } from '../normalise-email.ts';
import { presentUser, type UserRow } from '../present-user.ts';
import { mailProof } from '../send-verification.ts';
import { tellUser } from '../tell-user.ts';

const ONE_NAME = 'users_username_unique';
/** Each stays its user's, so without a bound one account could keep hundreds from everybody else. */
const FORMER_USERNAMES_MAX = 10;

export interface UserChange extends UpdateUserBody {
  readonly userId: number;
  /** Where the request comes from. */
  readonly address: string;
}

/**
 * Gives a user another name, another e-mail address, or both. Another address takes the password, because with it a
 * password is reset; it is unverified until its mail was opened, and the old one is told.
 * @throws AppError `username_taken`, `password_wrong`, `validation_failed`, `too_many_requests`
 */
export async function updateUser(deps: Deps, change: UserChange): Promise<User> {
  const { userId, username, password, address } = change;
  const before = await getUser(deps.db, userId);
  const email = newEmail(before.email, change.email);
  let confirmed: UserRow | undefined;
  if (email !== before.email) {
    if (password === undefined) throw fieldError('password', 'is required for another address');
    confirmed = await confirmPassword(deps, { userId, password, address });
    await countChange(deps, userId);
  }
  try {
    return await inTransaction(deps.db, async (tx) => {
      if (username !== undefined) await rename(tx, userId, username, dateOf(deps.clock));
      if (confirmed) {
        await keepPassword(tx, confirmed);
        await moveTo(tx, deps, await getUser(tx, userId), email);
      }
      return presentUser(await getUser(tx, userId), dateOf(deps.clock));
    });
  } catch (error) {
    if (constraintOf(error) === ONE_NAME) throw usernameTaken();
    throw error;
  }
}

/** @throws AppError `validation_failed` for what is no address; one that is only written in another way is no change */
const newEmail = (before: string, wanted: string | undefined): string =>
  wanted === undefined || comparableEmail(wanted) === comparableEmail(before)
    ? before
    : requireEmail(wanted);

/** The name that is left stays the user's: no other user gets it. @throws AppError `validation_failed` */
async function rename(tx: Db, userId: number, username: string, now: Date): Promise<void> {
  const [user] = await tx
    .select({ before: users.username })
    .from(users)
    .where(eq(users.id, userId))
    // What writing the name takes: who shares the row meanwhile and then writes to it would wait for this, and this for it.
    .for('update');
  if (!user || user.before === username) return;
  await tx.update(users).set({ username }).where(eq(users.id, userId));
  if (await isLeftBehind(tx, { id: userId, username })) throw usernameTaken();
  const left = await tx
    .insert(formerUsernames)
    .values({ username: user.before, userId, createdAt: now })
    .onConflictDoNothing()
    .returning();
  if (left.length > 0 && (await countLeft(tx, userId)) > FORMER_USERNAMES_MAX)
    throw fieldError(
      'username',
      `You have left ${FORMER_USERNAMES_MAX} usernames, which is as many as are kept for one account`,
    );
}

const countLeft = (tx: Db, userId: number): Promise<number> =>
  tx.$count(formerUsernames, eq(formerUsernames.userId, userId));

/**
 * An address that another user has proved is taken like any other, and its owner told, not the caller.
 * @param user as locked: the address that is left may be one that another request has just chosen
 */
async function moveTo(tx: Db, deps: Deps, user: UserRow, email: string): Promise<void> {
  const { id, email: left, username } = user;
  if (email === left) return;
  const { publicOrigin } = deps.config;
  const now = dateOf(deps.clock);
  await tx
    .update(users)
    // The owner of the old address at Google signs in here no longer.
    .set({ email, emailVerifiedAt: null, googleSubject: null })
    .where(eq(users.id, id));
  await tellUser(tx, deps, user, addressLeftMail({ publicOrigin, username }));
  await mailProof(tx, deps, { ...user, email }, now);
}
