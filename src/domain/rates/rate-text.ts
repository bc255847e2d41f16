import { currencySymbol, type Currency } from '../../../contract/money.ts';
import { formatCount } from '../../ui/text/format-money.ts';

const FIGURES = 6;

/** '126.262' or '1,515.15': at most six figures, thousands grouped. */
function figuresOf(value: number): string {
  const [whole = '0', decimals] = String(Number(value.toPrecision(FIGURES))).split('.');
  const grouped = formatCount(Number(whole));
  return decimals === undefined ? grouped : `${grouped}.${decimals}`;
}

/**
 * A rate in words, from the side on which it is a number above one: 'GH₵1 = ₦126.262'.
 * @param rate units of `to` for one of `from`
 */
export function rateText(rate: number, from: Currency, to: Currency): string {
  const [one, other, value] = rate >= 1 ? [from, to, rate] : [to, from, 1 / rate];
  return `${currencySymbol(one)}1 = ${currencySymbol(other)}${figuresOf(value)}`;
}
