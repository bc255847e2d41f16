import {
  CURRENCY_NAMES,
  currencySymbol,
  isCurrency,
  minorToMajor,
} from '../../../contract/money.ts';

/**
 * The figures of a count or an amount as en-NG writes them: thousands grouped, no decimals. Cut off, so it never
 * shows more than there is; of less than one the cents, for it is not nothing.
 */
// Not by `Intl`, whose first use takes a cheap phone a tenth of a second, before the first tap is answered.
export const formatCount = (value: number): string =>
  value > 0 && value < 1
    ? value.toFixed(2)
    : String(Math.trunc(value)).replace(/\B(?=(?:\d{3})+$)/g, ',');

/**
 * An amount as screens show it: symbol and grouped figures.
 * @param amount major units
 * @returns 'Invalid amount' for what is not a finite number
 */
export function formatMoney(amount: number, currency: string): string {
  if (!Number.isFinite(amount)) return 'Invalid amount';
  const sign = amount < 0 ? '−' : '';
  return `${sign}${currencySymbol(currency)}${formatCount(Math.abs(amount))}`;
}

/** The amount as a screen reader should say it: '25,000 naira'. @param amount major units */
export function spokenMoney(amount: number, currency: string): string {
  if (!Number.isFinite(amount)) return 'Invalid amount';
  const name = isCurrency(currency) ? CURRENCY_NAMES[currency] : currency;
  return `${amount < 0 ? 'minus ' : ''}${formatCount(Math.abs(amount))} ${name}`;
}

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
