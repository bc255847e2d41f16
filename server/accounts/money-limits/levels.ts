import { eq, sql } from 'drizzle-orm';

import type { MoneyLevel, MoneyLimitsAnswer } from '../../../contract/accounts/money-limits.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import { majorToMinor, type Currency } from '../../../contract/money.ts';
import type { Db } from '../../db/database.ts';
import { users } from '../../db/schema/accounts.ts';
import { AppError } from '../../http/app-error.ts';

/**
 * How much may leave a wallet in a day, in major units. The tiers follow those of the central banks for wallets: the
 * Central Bank of Nigeria's three tiers (circulars of 18 January 2013 and 1 July 2016, and the eNaira's ₦50,000 and
 * ₦200,000 a day), the Bank of Ghana's minimum and medium accounts (GH₵1,000 and GH₵5,000 a day, notice of 20 March
 * 2020), and the Central Bank of Kenya's limits (KSh150,000 of 2020, KSh500,000 of 2023). Which account has which tier
 * is decided by us, as are the dollars: they belong to no central bank here and lie within what the others are worth.
 */
const DAILY_LIMITS_MAJOR: Readonly<Record<MoneyLevel, Readonly<Record<Currency, number>>>> = {
  unverified: { NGN: 0, GHS: 0, KES: 0, USD: 0 },
  verified: { NGN: 50_000, GHS: 1_000, KES: 50_000, USD: 100 },
  known: { NGN: 200_000, GHS: 5_000, KES: 150_000, USD: 500 },
  identified: { NGN: 5_000_000, GHS: 25_000, KES: 500_000, USD: 4_000 },
};
const KNOWN_AFTER_DAYS = 30;
const KNOWN_AFTER_PAYOUTS = 3;

/** Minor units. */
export const levelLimitOf = (level: MoneyLevel, currency: Currency): bigint =>
  majorToMinor(DAILY_LIMITS_MAJOR[level][currency]) ?? 0n;

export type Standing = Pick<MoneyLimitsAnswer['data'], 'level' | 'next'>;

/** Derived from the account at each call, so that a level never has to be raised by a job. */
export async function readStanding(db: Db, userId: number, now: Date): Promise<Standing> {
  const [user] = await db
    .select({
      emailVerifiedAt: users.emailVerifiedAt,
      identityCheckedAt: users.identityCheckedAt,
      createdAt: users.createdAt,
      payouts: sql<number>`(select count(*) from (
        select from payouts where user_id = ${userId}::int and status = 'completed' limit ${KNOWN_AFTER_PAYOUTS}
      ) settled)`.mapWith(Number),
    })
    .from(users)
    .where(eq(users.id, userId));
  if (!user) throw new AppError('unauthenticated');
  const days = Math.floor((now.getTime() - user.createdAt.getTime()) / DAY_MS);
  const days_left = Math.max(KNOWN_AFTER_DAYS - days, 0);
  const payouts_left = KNOWN_AFTER_PAYOUTS - user.payouts;
  const at = (level: MoneyLevel, next: MoneyLevel): Standing => ({
    level,
    next: { level: next, days_left, payouts_left },
  });
  if (user.identityCheckedAt) return { level: 'identified', next: null };
  if (!user.emailVerifiedAt) return at('unverified', 'verified');
  return days_left === 0 && payouts_left === 0
    ? at('known', 'identified')
    : at('verified', 'known');
}
