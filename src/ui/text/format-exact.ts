import { currencySymbol, minorToMajor } from '../../../contract/money.ts';

const WITH_CENTS = new Intl.NumberFormat('en-NG', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
const WHOLE = new Intl.NumberFormat('en-NG', { maximumFractionDigits: 0 });

/** '5,000' or '0.50': decimals only where there are any. @param amount major units */
export const exactFigures = (amount: number): string =>
  (Number.isInteger(amount) ? WHOLE : WITH_CENTS).format(amount);

/** Symbol and exact figures: for money that is about to change hands, where cents count. @param amount major units */
export const formatExact = (amount: number, currency: string): string =>
  `${currencySymbol(currency)}${exactFigures(amount)}`;

/** As `formatExact`, of minor units. */
export const formatExactMinor = (amountMinor: bigint, currency: string): string =>
  formatExact(minorToMajor(amountMinor), currency);
