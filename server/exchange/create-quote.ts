import { EXCHANGE_QUOTE_MS, EXCHANGE_SPREAD_BP } from '../../contract/constants.ts';
import { SECOND_MS } from '../../contract/durations.ts';
import {
  convertMinorDown,
  majorToMinor,
  MAX_AMOUNT_MINOR,
  minorToMajor,
} from '../../contract/money.ts';
import type { ExchangeQuote, ExchangeQuoteBody } from '../../contract/wallet/exchange.ts';
import { exchangeQuotes } from '../db/schema/exchange.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';
import { exchangeIn } from '../ledger/journal.ts';
import { readBalance } from '../ledger/read-ledger.ts';
import { newReference } from '../lib/new-reference.ts';
import { assertHouseCanGive } from './house-room.ts';
import { readMarketRate } from './market-rate.ts';

const SIGNIFICANT_DIGITS = 8;
const BASIS_POINTS = 10_000;
/**
 * Tells what a person gets for an amount of their own, and holds it for `EXCHANGE_QUOTE_MS`. Moves nothing, and
 * does not ask whether they have the amount: the exchange does.
 * @throws AppError `same_currency`, `amount_invalid`, `rates_unavailable`, `rate_not_found`, `exchange_too_small`,
 * `exchange_short`
 */
export async function createQuote(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  userId: number,
  { from, to, amount }: ExchangeQuoteBody,
): Promise<ExchangeQuote> {
  if (from === to) throw new AppError('same_currency');
  const amountMinor = majorToMinor(amount);
  if (amountMinor === undefined || amountMinor <= 0n) throw new AppError('amount_invalid');
  const market = await readMarketRate(deps, from, to);
  const getsMinor = convertMinorDown(amountMinor, market.rate, EXCHANGE_SPREAD_BP);
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
