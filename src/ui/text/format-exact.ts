import { currencySymbol, minorToMajor } from '../../../contract/money.ts';
import { formatCount } from './format-money.ts';

const CENTS_DIGITS = 2;

/** '5,000' or '0.50': decimals only where there are any. @param amount major units */
export function exactFigures(amount: number): string {
  if (Number.isInteger(amount)) return formatCount(amount);
  const [whole = '', cents = ''] = amount.toFixed(CENTS_DIGITS).split('.');
  return `${formatCount(Number(whole))}.${cents}`;
}

/** Symbol and exact figures: for money that is about to change hands, where cents count. @param amount major units */
export const formatExact = (amount: number, currency: string): string =>
  `${currencySymbol(currency)}${exactFigures(amount)}`;

/** As `formatExact`, of minor units. */
export const formatExactMinor = (amountMinor: bigint, currency: string): string =>
  formatExact(minorToMajor(amountMinor), currency);
