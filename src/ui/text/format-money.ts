import { CURRENCY_NAMES, currencySymbol, isCurrency } from '../../../contract/money.ts';

/**
 * The figures of a count or an amount as en-NG writes them: thousands grouped, no decimals. Cut off, so it never
 * shows more than there is.
 */
// Not by `Intl`, whose first use takes a cheap phone a tenth of a second, before the first tap is answered.
export const formatCount = (value: number): string =>
  String(Math.trunc(value)).replace(/\B(?=(?:\d{3})+$)/g, ',');

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
