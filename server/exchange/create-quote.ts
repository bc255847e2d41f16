import { and, isNull, lt } from 'drizzle-orm';

import {
  EXCHANGE_QUOTE_MS,
  EXCHANGE_RATES_MAX_AGE_MS,
  EXCHANGE_SPREAD_BP,
} from '../../contract/constants.ts';
import { DAY_MS, SECOND_MS } from '../../contract/durations.ts';
import {
  type Currency,
  CURRENCY_NAMES,
  majorToMinor,
  MAX_AMOUNT_MINOR,
  MINOR_PER_MAJOR,
  minorToMajor,
} from '../../contract/money.ts';
import { exchangedMinor } from '../../contract/payments/fees.ts';
import type { ExchangeQuote, ExchangeQuoteBody } from '../../contract/wallet/exchange.ts';
import { dateOf } from '../clock.ts';
import { deleteInBatches } from '../db/delete-in-batches.ts';
import { exchangeQuotes } from '../db/schema/exchange.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';
import { exchangeIn } from '../ledger/journal.ts';
import { readBalance } from '../ledger/read-ledger.ts';
import { newReference } from '../lib/new-reference.ts';
import { readRates } from '../regions/rates.ts';

/** The most that the house owes in a currency, major units. */
export const EXCHANGE_SHORT_MAX_MAJOR = {
  NGN: 50_000_000,
  GHS: 500_000,
  KES: 4_000_000,
  USD: 30_000,
} as const;

const SIGNIFICANT_DIGITS = 8;
const BASIS_POINTS = 10_000;
/** Quotes an exchange and guarantees it for `EXCHANGE_QUOTE_MS`. Moves no money and does not check the balance. */
export async function createQuote(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  userId: number,
  { from, to, amount }: ExchangeQuoteBody,
): Promise<ExchangeQuote> {
  if (from === to) throw new AppError('same_currency');
  const amountMinor = majorToMinor(amount);
  if (amountMinor === undefined || amountMinor <= 0n) throw new AppError('amount_invalid');
  const market = await readMarketRate(deps, from, to);
  const getsMinor = exchangedMinor(amountMinor, market.rate);
  if (getsMinor === 0n) throw new AppError('exchange_too_small');
  if (getsMinor > MAX_AMOUNT_MINOR) throw new AppError('amount_invalid');
  assertHouseCanGive(to, (await readBalance(deps.db, exchangeIn(to))) - getsMinor);
  const nowMs = deps.clock.now();
  const reference = newReference('gdx');
  const expiresAt = new Date(nowMs + EXCHANGE_QUOTE_MS);
  await deps.db.insert(exchangeQuotes).values({
    reference,
    userId,
    fromCurrency: from,
    toCurrency: to,
    amount: amountMinor,
    gets: getsMinor,
    marketRate: String(market.rate),
    spreadBp: EXCHANGE_SPREAD_BP,
    rateReadAt: market.readAt,
    createdAt: new Date(nowMs),
    expiresAt,
  });
  const rate = market.rate * (1 - EXCHANGE_SPREAD_BP / BASIS_POINTS);
  return {
    quote_id: reference,
    from,
    to,
    amount: minorToMajor(amountMinor),
    gets: minorToMajor(getsMinor),
    rate: Number(rate.toPrecision(SIGNIFICANT_DIGITS)),
    market_rate: market.rate,
    spread_bp: EXCHANGE_SPREAD_BP,
    rate_source: market.source,
    rate_read_at: market.readAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    seconds_left: EXCHANGE_QUOTE_MS / SECOND_MS,
  };
}

/** Before the spread: units of `to` for one of `from`. The built-in rates serve only in a sandbox outside production, where all money is play money. */
async function readMarketRate(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  from: Currency,
  to: Currency,
) {
  const { rates, source, updatedAt } = await readRates(deps);
  const isPlay = deps.config.sandbox && !deps.config.production;
  const isKnown = source !== 'fallback' || isPlay;
  const ageMs = deps.clock.now() - updatedAt.getTime();
  const isOld = source !== 'fallback' && ageMs > EXCHANGE_RATES_MAX_AGE_MS;
  if (!isKnown || isOld) throw new AppError('rates_unavailable');
  const rate = rates[from][to];
  if (!Number.isFinite(rate) || rate <= 0)
    throw new AppError('rate_not_found', { values: { a: from, b: to } });
  return source === 'fallback'
    ? { rate, source: 'fixed' as const, readAt: dateOf(deps.clock) }
    : { rate, source, readAt: updatedAt };
}

/**
 * Limits what the house can owe in a currency, so that a wrong rate cannot empty it.
 * @param balanceMinor its exchange account after the exchange
 */
export function assertHouseCanGive(currency: Currency, balanceMinor: bigint): void {
  const least = -BigInt(EXCHANGE_SHORT_MAX_MAJOR[currency] * MINOR_PER_MAJOR);
  if (balanceMinor < least)
    throw new AppError('exchange_short', { values: { currency: CURRENCY_NAMES[currency] } });
}

/** Unused quotes stay this long for complaints. */
const KEEP_MS = DAY_MS;

/** Used quotes stay, because the books are checked against them. */
export async function sweepQuotes({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now() - KEEP_MS);
  const isOver = and(isNull(exchangeQuotes.usedAt), lt(exchangeQuotes.expiresAt, before));
  await deleteInBatches(db, exchangeQuotes, isOver);
}

export function registerExchangeJobs(deps: Deps): void {
  deps.jobs.handle('sweep-quotes', () => sweepQuotes(deps), '37 3 * * *');
}
