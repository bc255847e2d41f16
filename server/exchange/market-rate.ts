import { EXCHANGE_RATES_MAX_AGE_MS } from '../../contract/constants.ts';
import type { Currency } from '../../contract/money.ts';
import type { ExchangeQuote } from '../../contract/wallet/exchange.ts';
import { dateOf } from '../clock.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';
import { readRates } from '../regions/read-rates.ts';

/** A rate that money may be exchanged at, before the spread. */
export interface MarketRate {
  /** Units of `to` for one of `from`. */
  readonly rate: number;
  readonly source: ExchangeQuote['rate_source'];
  readonly readAt: Date;
}

/**
 * The rate between two currencies, where one is known that is young enough. The built-in rates serve where the
 * money is play money alone: in a sandbox that is no production.
 * @throws AppError `rates_unavailable`, `rate_not_found`
 */
export async function readMarketRate(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  from: Currency,
  to: Currency,
): Promise<MarketRate> {
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
    ? { rate, source: 'fixed', readAt: dateOf(deps.clock) }
    : { rate, source, readAt: updatedAt };
}
