import { and, eq } from 'drizzle-orm';

import type { MoneyLimit } from '../../../contract/accounts/money-limits.ts';
import { DAY_MS, MINUTE_MS } from '../../../contract/durations.ts';
import { minorToMajor, type Currency } from '../../../contract/money.ts';
import { regionOfMoney } from '../../../contract/region-table.ts';
import type { Db } from '../../db/database.ts';
import { queryRows } from '../../db/query-rows.ts';
import { ownMoneyLimits } from '../../db/schema/accounts.ts';
import { AppError } from '../../http/app-error.ts';
import { walletOf } from '../../ledger/journal.ts';
import { moneyText } from '../../lib/money-text.ts';
import { levelLimitOf, readStanding, type Standing } from './levels.ts';

/** The calendar day of a currency's country, which has no summer time; dollars have that of Greenwich. */
export function dayOf(currency: Currency, now: Date): { readonly from: Date; readonly to: Date } {
  const offsetMs = (regionOfMoney(currency)?.utcOffsetMinutes ?? 0) * MINUTE_MS;
  const days = Math.floor((now.getTime() + offsetMs) / DAY_MS);
  const startOf = (day: number): Date => new Date(day * DAY_MS - offsetMs);
  return { from: startOf(days), to: startOf(days + 1) };
}

/**
 * What has left a wallet since a moment, in minor units: withdrawals, airtime, bills, exchanges and payment vouchers
 * paid from it. Giveaways do not count, because their money stays in the game, nor does Premium. Fees do not count,
 * and what came back gives its part back.
 */
async function readUsed(db: Db, userId: number, currency: Currency, since: Date): Promise<bigint> {
  const [row] = await queryRows<{ used: string }>(db)`
    select coalesce(sum(-entry.amount - coalesce(purchase.fee, 0) - coalesce(fees.amount, 0)), 0)::text as used
    from ledger_accounts wallet
    join journal_entries entry on entry.account_id = wallet.id and entry.amount < 0
      and entry.moved_at >= ${since.toISOString()}::timestamptz
    join journal_transactions moved on moved.id = entry.transaction_id
    left join payouts payout on moved.kind = 'withdrawal' and payout.reference = moved.reference
    left join purchases purchase on moved.kind in ('airtime', 'bill') and purchase.reference = moved.reference
    left join vouchers voucher on moved.kind = 'voucher_payment' and moved.payment_method = 'wallet'
      and voucher.id = moved.voucher_id and voucher.purpose = 'payment'
    left join lateral (
      select sum(charged.amount) as amount from journal_entries charged
      join ledger_accounts house on house.id = charged.account_id and house.type in ('fees', 'rail_fees')
      where charged.transaction_id = moved.id
    ) fees on true
    where wallet.key = ${walletOf(userId, currency).key} and (
      moved.kind = 'exchange' or payout.status <> 'failed' or purchase.status <> 'failed'
      or voucher.status not in ('cancelled', 'expired'))`;
  return BigInt(row?.used ?? 0);
}

export type OwnLimit = typeof ownMoneyLimits.$inferSelect;

/** A user's own limit as it is now, minor units; null for none. */
export const ownLimitAt = (own: OwnLimit | undefined, now: Date): bigint | null => {
  if (!own) return null;
  return own.nextAt && own.nextAt <= now ? own.nextAmount : own.amount;
};

export async function findOwnLimit(
  db: Db,
  userId: number,
  currency: Currency,
): Promise<OwnLimit | undefined> {
  const [own] = await db
    .select()
    .from(ownMoneyLimits)
    .where(and(eq(ownMoneyLimits.userId, userId), eq(ownMoneyLimits.currency, currency)));
  return own;
}

const least = (limit: bigint, own: bigint | null): bigint =>
  own !== null && own < limit ? own : limit;

const leftOf = (limit: bigint, used: bigint): bigint => (used < limit ? limit - used : 0n);

export async function readDailyLimit(
  db: Db,
  userId: number,
  currency: Currency,
  { level, next }: Standing,
  now: Date,
): Promise<MoneyLimit> {
  const own = await findOwnLimit(db, userId, currency);
  const { from, to } = dayOf(currency, now);
  const ownLimit = ownLimitAt(own, now);
  const levelLimit = levelLimitOf(level, currency);
  const limit = least(levelLimit, ownLimit);
  const used = await readUsed(db, userId, currency, from);
  const orNull = (minor: bigint | null): number | null =>
    minor === null ? null : minorToMajor(minor);
  return {
    currency,
    limit: minorToMajor(limit),
    level_limit: minorToMajor(levelLimit),
    next_level_limit: next && minorToMajor(levelLimitOf(next.level, currency)),
    own_limit: orNull(ownLimit),
    next_own_limit:
      own?.nextAt && own.nextAt > now
        ? { limit: orNull(own.nextAmount), from: own.nextAt.toISOString() }
        : null,
    used: minorToMajor(used),
    left: minorToMajor(leftOf(limit, used)),
    renews_at: to.toISOString(),
  };
}

/** For example 'Lagos'. */
const placeOf = (currency: Currency): string =>
  regionOfMoney(currency)?.timezone.split('/').at(-1) ?? 'Greenwich';

/**
 * Call it after the movement, in its transaction: the wallet is locked then, so two that together pass the limit
 * cannot both be counted alone. A refusal rolls the movement back.
 * @param amountMinor what the movement took, without fees
 * @throws AppError `daily_limit_reached` with `limit`, `left` and `renews_at`
 */
export async function assertDailyLimit(
  tx: Db,
  userId: number,
  { currency, amountMinor }: { readonly currency: Currency; readonly amountMinor: bigint },
  now: Date,
): Promise<void> {
  const { level } = await readStanding(tx, userId, now);
  const own = ownLimitAt(await findOwnLimit(tx, userId, currency), now);
  const limit = least(levelLimitOf(level, currency), own);
  const { from, to } = dayOf(currency, now);
  const used = await readUsed(tx, userId, currency, from);
  if (used <= limit) return;
  const left = leftOf(limit, used - amountMinor);
  throw new AppError('daily_limit_reached', {
    values: {
      left: moneyText(left, currency),
      limit: moneyText(limit, currency),
      place: placeOf(currency),
    },
    details: {
      limit: minorToMajor(limit),
      left: minorToMajor(left),
      renews_at: to.toISOString(),
    },
  });
}
