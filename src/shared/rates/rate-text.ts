import { RATES_LIVE_MS } from '../../../contract/constants.ts';
import { type Currency, currencySymbol } from '../../../contract/money.ts';
import { formatMoney, formatCount } from '../../ui/text/format-money.ts';
import { relativeTimeWithin } from '../../ui/text/format-time.ts';
import type { ViewerRates } from './viewer-rates.ts';
import type { Converted } from '../../../workers/commands/region.ts';

const SHOWN_FIGURES = 3;

/** @param major units of `currency` */
export const approximate = (major: number, currency: Currency): string =>
  major < 1
    ? `under ${formatMoney(1, currency)}`
    : `about ${formatMoney(Number(major.toPrecision(SHOWN_FIGURES)), currency)}`;

/** @param readAtMs ms since the epoch */
export function rateOrigin(readAtMs: number, now: Date): string {
  const age = relativeTimeWithin(new Date(readAtMs), now);
  return now.getTime() - readAtMs < RATES_LIVE_MS
    ? `live rate of ${age}`
    : `last known rate, of ${age}`;
}

export const ratesAge = ({ readAtMs }: Pick<ViewerRates, 'readAtMs'>, now: Date): string =>
  readAtMs === undefined
    ? 'At a fixed rate: today’s is not known on this phone.'
    : `At the ${rateOrigin(readAtMs, now)}.`;

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
  if (!converted?.isMissing) return rate + age;
  return `${rate}No exchange rate available between ${from} and ${to}. A fixed one is used.`;
}
