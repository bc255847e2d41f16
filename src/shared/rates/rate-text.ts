import { ACCOUNT_MESSAGES } from '../../../contract/accounts/account-messages.ts';
import { fill } from '../../../contract/plain-text.ts';
import { currencySymbol, type Currency } from '../../../contract/money.ts';
import type { Converted } from '../../../workers/commands/region.ts';
import { formatCount } from '../../ui/text/format-money.ts';

const FIGURES = 6;

function figuresOf(value: number): string {
  const [whole = '0', decimals] = String(Number(value.toPrecision(FIGURES))).split('.');
  const grouped = formatCount(Number(whole));
  return decimals === undefined ? grouped : `${grouped}.${decimals}`;
}

/** Writes the rate from the side on which it is above one: 'GH₵1 = ₦126.262'. */
export function rateText(rate: number, from: Currency, to: Currency): string {
  const [one, other, value] = rate >= 1 ? [from, to, rate] : [to, from, 1 / rate];
  return `${currencySymbol(one)}1 = ${currencySymbol(other)}${figuresOf(value)}`;
}

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
