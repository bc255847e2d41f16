import { RATES_LIVE_MS } from '../../contract/constants.ts';
import { CURRENCIES, type Currency } from '../../contract/money.ts';
import { FALLBACK_FROM_USD, FALLBACK_TO_USD } from '../../contract/region-table.ts';
import type { RatesAnswer } from '../../contract/regions.ts';
import type { Deps } from '../deps.ts';
import { lastReading } from './refresh-rates.ts';

const SIGNIFICANT_DIGITS = 8;

type PerCurrency = Readonly<Record<Currency, number>>;
export type RateTable = Readonly<Record<Currency, PerCurrency>>;

export interface KnownRates {
  /** `rates[from][to]`: units of `to` for one of `from`. */
  readonly rates: RateTable;
  /** The epoch for built-in rates. */
  readonly updatedAt: Date;
  /** `live`: read in the last two hours; `stored`: older; `fallback`: never read. */
  readonly source: RatesAnswer['source'];
}

export async function readRates(deps: Pick<Deps, 'db' | 'clock'>): Promise<KnownRates> {
  const last = await lastReading(deps.db);
  if (!last) {
    const rates = rateTable(FALLBACK_TO_USD, FALLBACK_FROM_USD);
    return { rates, updatedAt: new Date(0), source: 'fallback' };
  }
  const fromUsd: PerCurrency = { ...last.rates, USD: 1 };
  const toUsd = perCurrency((currency) => 1 / fromUsd[currency]);
  const isLive = deps.clock.now() - last.readAt.getTime() < RATES_LIVE_MS;
  return {
    rates: rateTable(toUsd, fromUsd),
    updatedAt: last.readAt,
    source: isLive ? 'live' : 'stored',
  };
}

export const rateTable = (toUsd: PerCurrency, fromUsd: PerCurrency): RateTable =>
  perCurrency((from) =>
    perCurrency((to) =>
      from === to ? 1 : Number((toUsd[from] * fromUsd[to]).toPrecision(SIGNIFICANT_DIGITS)),
    ),
  );

const perCurrency = <T>(valueOf: (currency: Currency) => T): Record<Currency, T> =>
  Object.fromEntries(CURRENCIES.map((currency) => [currency, valueOf(currency)])) as Record<
    Currency,
    T
  >;
