import type { Currency } from './money.ts';
import { FALLBACK_FROM_USD, FALLBACK_TO_USD } from './region-table.ts';

/** `rates[from][to]` is units of `to` per unit of `from`. */
export type KnownRates = Readonly<Record<string, Readonly<Record<string, number>>>>;

interface FoundRate {
  readonly rate: number;
  readonly isFallback: boolean;
}

function knownRate(rates: KnownRates, from: Currency, to: Currency): number | undefined {
  const direct = rates[from]?.[to];
  if (direct !== undefined) return direct;
  const [toDollar, fromDollar] = [rates[from]?.['USD'], rates['USD']?.[to]];
  return toDollar !== undefined && fromDollar !== undefined ? toDollar * fromDollar : undefined;
}

const isRate = (rate: number | undefined): rate is number =>
  rate !== undefined && Number.isFinite(rate) && rate > 0;

/** Uses the built-in rate if none is known; undefined if there is neither. */
export function findRate(
  rates: KnownRates | undefined,
  from: Currency,
  to: Currency,
): FoundRate | undefined {
  if (from === to) return { rate: 1, isFallback: false };
  const known = rates && knownRate(rates, from, to);
  if (isRate(known)) return { rate: known, isFallback: false };
  const fallback = FALLBACK_TO_USD[from] * FALLBACK_FROM_USD[to];
  return isRate(fallback) ? { rate: fallback, isFallback: true } : undefined;
}
