import {
  CURRENCY_NAMES,
  currencySymbol,
  isCurrency,
  minorToMajor,
} from '../../../contract/money.ts';

/** Whole numbers grouped as in en-NG, rounded down; amounts below one show the cents. */
// `Intl` is not used, because its first call takes 0.1 s on a cheap phone.
export const formatCount = (value: number): string =>
  value > 0 && value < 1
    ? value.toFixed(2)
    : String(Math.trunc(value)).replace(/\B(?=(?:\d{3})+$)/g, ',');

/** Symbol and grouped number. @param amount major units @returns 'Invalid amount' if not finite */
export function formatMoney(amount: number, currency: string): string {
  if (!Number.isFinite(amount)) return 'Invalid amount';
  const sign = amount < 0 ? '−' : '';
  return `${sign}${currencySymbol(currency)}${formatCount(Math.abs(amount))}`;
}

/** 'KSh 3,000', with the gap after letters that `Money` draws: for names of what shows it. */
export const nameMoney = (amount: number, currency: string): string =>
  formatMoney(amount, currency).replace(/([a-z])(\d)/i, '$1 $2');

/** '25,000 naira', for screen readers. @param amount major units */
export function spokenMoney(amount: number, currency: string): string {
  if (!Number.isFinite(amount)) return 'Invalid amount';
  const name = isCurrency(currency) ? CURRENCY_NAMES[currency] : currency;
  return `${amount < 0 ? 'minus ' : ''}${formatCount(Math.abs(amount))} ${name}`;
}

const CENTS_DIGITS = 2;

/** '5,000' or '0.50': decimals only if needed. @param amount major units */
export function exactFigures(amount: number): string {
  if (Number.isInteger(amount)) return formatCount(amount);
  const [whole = '', cents = ''] = amount.toFixed(CENTS_DIGITS).split('.');
  return `${formatCount(Number(whole))}.${cents}`;
}

/** Symbol and exact amount with cents. @param amount major units */
export const formatExact = (amount: number, currency: string): string =>
  `${currencySymbol(currency)}${exactFigures(amount)}`;

/** Like `formatExact`, for minor units. */
export const formatExactMinor = (amountMinor: bigint, currency: string): string =>
  formatExact(minorToMajor(amountMinor), currency);
