import { currencySymbol, MINOR_PER_MAJOR, minorToMajor } from '../../contract/money.ts';

/** Symbol and amount as a message says it, e.g. `₦1,000` or `$0.50`: decimals only where there are any. */
export function moneyText(amountMinor: bigint, currency: string): string {
  const digits = amountMinor % BigInt(MINOR_PER_MAJOR) === 0n ? 0 : 2;
  const amount = minorToMajor(amountMinor).toLocaleString('en-NG', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return `${currencySymbol(currency)}${amount}`;
}
