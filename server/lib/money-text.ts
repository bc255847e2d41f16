import { currencySymbol, MINOR_PER_MAJOR, minorToMajor } from '../../contract/money.ts';

export function moneyText(amountMinor: bigint, currency: string): string {
  const digits = amountMinor % BigInt(MINOR_PER_MAJOR) === 0n ? 0 : 2;
  const amount = minorToMajor(amountMinor).toLocaleString('en-NG', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return `${currencySymbol(currency)}${amount}`;
}
