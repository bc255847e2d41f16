import { convertMinor, type Currency } from '../money.ts';
import { findRate, type KnownRates } from '../rates.ts';

/**
 * The currency that amounts are compared in. Its minor unit is the smallest of all, so two amounts of one
 * currency never become equal by rounding.
 */
const WORTH_CURRENCY = 'NGN' satisfies Currency;

/** What no worth exceeds, with room above it for a bound in a 64-bit column. Minor units of `WORTH_CURRENCY`. */
export const WORTH_MAX_MINOR = 7_000_000_000_000_000_000n;

/**
 * What an amount is worth in `WORTH_CURRENCY`, for comparing only: nothing is paid by it. Rounded half to even, once.
 * @param amountMinor minor units of `currency`
 * @returns minor units of `WORTH_CURRENCY`; 0 for a currency without any rate
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
