import { ACCOUNT_MESSAGES } from '../../../contract/accounts/account-messages.ts';
import { fill } from '../../../contract/errors.ts';
import { currencySymbol, type Currency } from '../../../contract/money.ts';
import type { Converted } from '../../../workers/commands/region.ts';
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

/**
 * What there is to say of the rate of a conversion: 'GH₵1 = ₦126. At the live rate of just now.'
 * @param age how old the rates are, as a sentence
 */
export function rateNote(
  converted: Converted | undefined,
  from: Currency,
  to: Currency,
  age: string,
): string {
  const rate = converted?.rate === undefined ? '' : `${rateText(converted.rate, from, to)}. `;
  return (
    rate + (converted?.isMissing ? fill(ACCOUNT_MESSAGES.noRateBetween, { a: from, b: to }) : age)
  );
}
