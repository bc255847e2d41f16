import { desc, eq, inArray, isNull, ne } from 'drizzle-orm';

import { readReferralCode } from '../../contract/accounts/referral-code.ts';
import { withoutInvisible } from '../../contract/plain-text.ts';
import type { Db } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { AppError } from '../http/app-error.ts';
import { comparableEmail, formerEmail } from './normalise-email.ts';
import type { UserRow } from './present-user.ts';

/**
 * The account that an address stands for: the one that proved it, else the newest that named it.
 * An unproved address may be named by any number of accounts. An old account may have stored it as it was typed.
 */
export async function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  const former = formerEmail(email);
  const [user] = await db
    .select()
    .from(users)
    .where(inArray(users.email, [comparableEmail(email), former]))
    .orderBy(isNull(users.emailVerifiedAt), ne(users.email, former), desc(users.id))
    .limit(1);
  return user;
}

/** By e-mail or username; a username has no @, but for the one that it is shown with. */
export async function findUserByLogin(db: Db, login: string): Promise<UserRow | undefined> {
  if (isEmail(login)) return findUserByEmail(db, login);
  const [user] = await db
    .select()
    .from(users)
    .where(eq(users.username, usernameIn(login)));
  return user;
}

/** Whether a login is an address: a username may be written with an @ before it, and has none in it. */
export const isEmail = (login: string): boolean => usernameIn(login).includes('@');

/** A username as it is stored, however it was typed. */
export const usernameIn = (login: string): string =>
  withoutInvisible(login).normalize('NFKC').trim().replace(/^@/, '').toLowerCase();

/** By number; also one whose account was deleted. */
export async function findUserById(db: Db, userId: number): Promise<UserRow | undefined> {
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  return user;
}

/** The user of a signed-in caller. @throws AppError `unauthenticated` when the account is gone. */
export async function getUser(db: Db, userId: number): Promise<UserRow> {
  const user = await findUserById(db, userId);
  if (!user || user.deletedAt) throw new AppError('unauthenticated');
  return user;
}

/** Whose link a referral code belongs to, as it stands in an address: the user's id; null for an unknown code. */
export async function findReferrer(db: Db, text: string): Promise<number | null> {
  const referralCode = readReferralCode(text);
  if (referralCode === undefined) return null;
  const [referrer] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.referralCode, referralCode));
  return referrer?.id ?? null;
}
