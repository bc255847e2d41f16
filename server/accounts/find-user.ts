import { asc, desc, eq } from 'drizzle-orm';

import type { Db } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { AppError } from '../http/app-error.ts';
import { normaliseEmail } from './normalise-email.ts';
import type { UserRow } from './present-user.ts';

/**
 * The account that an address stands for: the one that proved it, else the newest that named it.
 * An unproved address may be named by any number of accounts.
 */
export async function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  const [user] = await db
    .select()
    .from(users)
    .where(eq(users.email, normaliseEmail(email)))
    // Postgres sorts null last: who proved the address comes first.
    .orderBy(asc(users.emailVerifiedAt), desc(users.id))
    .limit(1);
  return user;
}

/** By e-mail or username; a username has no @, but for the one that it is shown with. */
export async function findUserByLogin(db: Db, login: string): Promise<UserRow | undefined> {
  const name = login.replace(/^@/, '');
  if (name.includes('@')) return findUserByEmail(db, name);
  const [user] = await db.select().from(users).where(eq(users.username, name.toLowerCase()));
  return user;
}

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

/** Whose link a referral code belongs to: the user's id; null for an unknown code. */
export async function findReferrer(db: Db, referralCode: string): Promise<number | null> {
  const [referrer] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.referralCode, referralCode));
  return referrer?.id ?? null;
}
