import { convertMinor, type Currency } from '../money.ts';
import { findRate, type KnownRates } from '../rates.ts';

/** Its minor unit is the smallest, so comparing never ties by rounding. */
const WORTH_CURRENCY = 'NGN' satisfies Currency;

export const WORTH_MAX_MINOR = 7_000_000_000_000_000_000n;

/**
 * Reference value of an amount, for comparing only, rounded half to even.
 * @returns minor units of `WORTH_CURRENCY`; 0 for a currency without a rate
 */
export function worthOf(
  amountMinor: bigint,
  currency: Currency,
  rates: KnownRates | undefined,
): bigint {
  const found = findRate(rates, currency, WORTH_CURRENCY);
  if (!found) return 0n;
  const worth = convertMinor(amountMinor, found.rate);
  return worth > WORTH_MAX_MINOR ? WORTH_MAX_MINOR : worth;
}
