import { convertMinor, type Currency } from '../money.ts';
import { findRate, type KnownRates } from '../rates.ts';

/** Its minor unit is the smallest, so rounding does not make different amounts equal. */
const WORTH_CURRENCY = 'NGN' satisfies Currency;

export const WORTH_MAX_MINOR = 7_000_000_000_000_000_000n;

/** Reference value in minor units of `WORTH_CURRENCY`, only for comparison; 0 without a rate. */
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
