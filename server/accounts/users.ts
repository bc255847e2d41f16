import { desc, eq, inArray, isNull, ne, sql, and, asc, isNotNull, type SQL } from 'drizzle-orm';

import type { User } from '../../contract/accounts.ts';
import { normaliseRegion, REGIONS, type RegionKey } from '../../contract/region-table.ts';
import { users, sessions } from '../db/schema/accounts.ts';
import { readReferralCode } from '../../contract/accounts/referral-code.ts';
import { withoutInvisible } from '../../contract/plain-text.ts';
import type { Db } from '../db/database.ts';
import { hasChanged } from '../db/query-rows.ts';
import { AppError } from '../http/app-error.ts';
import { comparableEmail, formerEmail } from './normalise-email.ts';
import { runningPause } from './outgoing-pause.ts';

export type UserRow = typeof users.$inferSelect;

export const isPremium = (user: Pick<UserRow, 'premiumUntil'>, now: Date): boolean =>
  user.premiumUntil !== null && user.premiumUntil > now;

export function presentUser(user: UserRow, now: Date): User {
  const region = normaliseRegion(user.region);
  const pause = runningPause(user, now);
  return {
    id: user.id,
    username: user.username,
    email: user.email,
    email_verified: user.emailVerifiedAt !== null,
    avatar: user.avatar,
    points: user.points,
    is_premium: isPremium(user, now),
    region,
    country_code: REGIONS[region].code,
    hasMerchant: false,
    referral_code: user.referralCode,
    created_at: user.createdAt.toISOString(),
    has_pin: user.pinHash !== null,
    has_password: user.passwordHash !== null,
    outgoing_paused_until: pause?.until.toISOString() ?? null,
    outgoing_pause_reason: pause?.reason ?? null,
    frozen: user.frozenAt !== null,
  };
}

/** Also matches old accounts whose address is not normalised. */
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

export async function findUserByLogin(db: Db, login: string): Promise<UserRow | undefined> {
  if (isEmail(login)) return findUserByEmail(db, login);
  const [user] = await db
    .select()
    .from(users)
    .where(eq(users.username, normaliseUsername(login)));
  return user;
}

export const isEmail = (login: string): boolean => normaliseUsername(login).includes('@');

export const normaliseUsername = (login: string): string =>
  withoutInvisible(login).normalize('NFKC').trim().replace(/^@/, '').toLowerCase();

/** Also finds deleted accounts. */
export async function findUserById(db: Db, userId: number): Promise<UserRow | undefined> {
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  return user;
}

/** @throws AppError `unauthenticated` when the account is gone */
export async function getUser(db: Db, userId: number): Promise<UserRow> {
  const user = await findUserById(db, userId);
  if (!user || user.deletedAt) throw new AppError('unauthenticated');
  return user;
}

export async function findReferrer(db: Db, text: string): Promise<number | null> {
  const referralCode = readReferralCode(text);
  if (referralCode === undefined) return null;
  const [referrer] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.referralCode, referralCode));
  return referrer?.id ?? null;
}

export async function readRegions(
  db: Db,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .select({ id: users.id, region: users.region })
    .from(users)
    // One array parameter avoids the limit of 65,535 parameters a statement.
    .where(sql`${users.id} = any(${sql.param([...userIds])}::int[])`);
  return new Map(rows.map(({ id, region }) => [id, region]));
}

export async function setUserRegion(db: Db, userId: number, region: RegionKey): Promise<void> {
  await db.update(users).set({ region }).where(eq(users.id, userId));
}

/** @returns undefined when the balance would go below zero; `delta` may be negative */
export async function addPoints(
  tx: Db,
  userId: number,
  delta: number,
): Promise<Pick<UserRow, 'points' | 'region' | 'deletedAt'> | undefined> {
  const [user] = await tx
    .update(users)
    .set({ points: sql`${users.points} + ${delta}` })
    // A violated CHECK would end the transaction.
    .where(and(eq(users.id, userId), sql`${users.points} + ${delta} >= 0`))
    .returning({ points: users.points, region: users.region, deletedAt: users.deletedAt });
  return user;
}

/** @returns the ids of undeleted users, which stay locked against deletion in this transaction */
export async function lockUndeleted(
  tx: Db,
  userIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    // One array parameter avoids the limit of 65,535 parameters a statement.
    .where(
      and(
        sql`${users.id} = any((select ${sql.param([...userIds])}::int[])::int[])`,
        isNull(users.deletedAt),
      ),
    )
    .orderBy(asc(users.id))
    .for('key share');
  return new Set(rows.map(({ id }) => id));
}

/** @throws AppError `unauthenticated` when the account is deleted */
export async function lockAccount(tx: Db, userId: number): Promise<void> {
  if ((await lockUndeleted(tx, [userId])).size === 0) throw new AppError('unauthenticated');
}

/**
 * Locks a user's row: what is checked of it holds until the commit, and the user's changes follow each other, which
 * those under `lockAccount` need not.
 * @throws AppError `unauthenticated` when the account is deleted
 */
export async function lockUser(tx: Db, userId: number): Promise<UserRow> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
  if (!user || user.deletedAt) throw new AppError('unauthenticated');
  return user;
}

/**
 * Blocks a user or unblocks them, and ends their sessions; unblocking ends one that began at the moment of the block.
 * @returns false for a user who is in that state already
 */
export async function setBlockedAt(
  tx: Db,
  userId: number,
  blockedAt: Date | null,
  now: Date,
): Promise<boolean> {
  const isOther = blockedAt === null ? isNotNull(users.blockedAt) : isNull(users.blockedAt);
  const changed = tx
    .update(users)
    .set({ blockedAt })
    .where(and(eq(users.id, userId), isOther));
  if (!(await hasChanged(changed))) return false;
  await endSessions(tx, userId, now);
  return true;
}

export async function endSessions(tx: Db, userId: number, now: Date, which?: SQL): Promise<void> {
  await tx
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt), which));
}
