import { and, eq } from 'drizzle-orm';

import type {
  MoneyLimit,
  MoneyLimitBody,
  MoneyLimitsAnswer,
} from '../../../contract/accounts/money-limits.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import { majorToMinor, type Currency } from '../../../contract/money.ts';
import { normaliseRegion, REGIONS } from '../../../contract/region-table.ts';
import { dateOf } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import { ownMoneyLimits } from '../../db/schema/accounts.ts';
import { ledgerAccounts } from '../../db/schema/ledger.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { AppError, fieldError } from '../../http/app-error.ts';
import { moneyText } from '../../lib/money-text.ts';
import { limitRaisedMail } from '../../notifications/mail/account-mails.ts';
import { mailAboutAccount } from '../email-tokens.ts';
import { getUser, lockUser, type UserRow } from '../users.ts';
import { findOwnLimit, ownLimitAt, type OwnLimit, readDailyLimit } from './daily-limit.ts';
import { levelLimitOf, readStanding } from './levels.ts';

/** Whoever holds the phone for a moment must not be able to raise a limit and use it. */
export const RAISE_AFTER_MS = DAY_MS;

/** Limits of the region's currency, and of each that the user ever had money in. */
export async function readMoneyLimits(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: number,
): Promise<MoneyLimitsAnswer['data']> {
  const now = dateOf(clock);
  const standing = await readStanding(db, userId, now);
  const limits: MoneyLimit[] = [];
  const user = await getUser(db, userId);
  for (const currency of await currenciesOf(db, user))
    limits.push(await readDailyLimit(db, userId, currency, standing, now));
  return { ...standing, payout_name: user.payoutName, limits };
}

async function currenciesOf(db: Db, { id, region }: UserRow): Promise<ReadonlySet<Currency>> {
  const wallets = await db
    .select({ currency: ledgerAccounts.currency })
    .from(ledgerAccounts)
    .where(and(eq(ledgerAccounts.userId, id), eq(ledgerAccounts.type, 'wallet')))
    .orderBy(ledgerAccounts.currency);
  const home = REGIONS[normaliseRegion(region)].currency;
  return new Set([home, ...wallets.map(({ currency }) => currency)]);
}

/**
 * A lower limit begins at once; a higher one, or none, a day later, which is mailed. The same wish again changes
 * nothing.
 */
export async function setOwnLimit(
  deps: Deps,
  userId: number,
  { currency, limit }: MoneyLimitBody,
): Promise<void> {
  const wanted = limit === null ? null : majorToMinor(limit);
  if (wanted === undefined) throw new AppError('amount_invalid');
  const now = dateOf(deps.clock);
  await inTransaction(deps.db, async (tx) => {
    const user = await lockUser(tx, userId);
    await assertLower(tx, userId, currency, wanted, now);
    const own = changed(await findOwnLimit(tx, userId, currency), wanted, now);
    if (!own) return;
    await tx
      .insert(ownMoneyLimits)
      .values({ userId, currency, ...own })
      .onConflictDoUpdate({ target: [ownMoneyLimits.userId, ownMoneyLimits.currency], set: own });
    if (own.nextAt) await mailAboutAccount(tx, deps, user, limitRaisedMail);
  });
}

async function assertLower(
  tx: Db,
  userId: number,
  currency: Currency,
  wanted: bigint | null,
  now: Date,
): Promise<void> {
  const { level } = await readStanding(tx, userId, now);
  // Who has yet to prove an address can choose a limit for afterwards.
  const most = levelLimitOf(level === 'unverified' ? 'verified' : level, currency);
  if (wanted !== null && wanted >= most)
    throw fieldError('limit', `must be lower than ${moneyText(most, currency)}`);
}

/** @returns undefined where it is so already */
function changed(
  own: OwnLimit | undefined,
  wanted: bigint | null,
  now: Date,
): Pick<OwnLimit, 'amount' | 'nextAmount' | 'nextAt'> | undefined {
  const current = ownLimitAt(own, now);
  if (current === null)
    return wanted === null ? undefined : { amount: wanted, nextAmount: null, nextAt: null };
  if (wanted !== null && wanted <= current)
    return { amount: wanted, nextAmount: null, nextAt: null };
  const isWaiting = own?.nextAt && own.nextAt > now && own.nextAmount === wanted;
  if (isWaiting) return undefined;
  const nextAt = new Date(now.getTime() + RAISE_AFTER_MS);
  return { amount: current, nextAmount: wanted, nextAt };
}
