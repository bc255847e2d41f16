import { CURRENCY_NAMES, currencySymbol, isCurrency } from '../../../contract/money.ts';

const WHOLE = new Intl.NumberFormat('en-NG', { maximumFractionDigits: 0 });

/** The figures of a count or an amount: thousands grouped, no decimals. Cut off, so it never shows more than there is. */
export const formatCount = (value: number): string => WHOLE.format(Math.trunc(value));

/**
 * An amount as screens show it: symbol and grouped figures without decimals.
 * @param amount major units
 * @returns 'Invalid amount' for what is not a finite number
 */
export function formatMoney(amount: number, currency: string): string {
  if (!Number.isFinite(amount)) return 'Invalid amount';
  const sign = amount <= -1 ? '−' : '';
  return `${sign}${currencySymbol(currency)}${formatCount(Math.abs(amount))}`;
}

/** The amount as a screen reader should say it: '25,000 naira'. @param amount major units */
export function spokenMoney(amount: number, currency: string): string {
  if (!Number.isFinite(amount)) return 'Invalid amount';
  const name = isCurrency(currency) ? CURRENCY_NAMES[currency] : currency;
  return `${amount <= -1 ? 'minus ' : ''}${formatCount(Math.abs(amount))} ${name}`;
}
