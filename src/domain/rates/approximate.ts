import {
  convertMinor,
  majorToMinor,
  minorToMajor,
  type Currency,
} from '../../../contract/money.ts';
import { findRate } from '../../../contract/rates.ts';
import { formatMoney } from '../../ui/text/format-money.ts';
import { relativeTime } from '../../ui/text/format-time.ts';
import type { ViewerRates } from './viewer-rates.ts';

/** More figures would promise what a rate cannot keep. */
const SHOWN_FIGURES = 3;

/**
 * An amount in the viewer's currency, in words: 'about ₦12,300'.
 * @param amount major units of `currency`
 * @returns undefined when it is in that currency already, or has no rate
 */
export function approximate(
  amount: number,
  currency: Currency,
  { currency: own, rates }: ViewerRates,
): string | undefined {
  const amountMinor = majorToMinor(amount);
  const found = currency === own ? undefined : findRate(rates, currency, own);
  if (amountMinor === undefined || !found) return undefined;
  const major = minorToMajor(convertMinor(amountMinor, found.rate));
  if (major < 1) return `under ${formatMoney(1, own)}`;
  return `about ${formatMoney(Number(major.toPrecision(SHOWN_FIGURES)), own)}`;
}

/** How old the rates are, as a sentence. */
export function ratesAge({ readAtMs }: Pick<ViewerRates, 'readAtMs'>, now: Date): string {
  if (readAtMs === undefined) return 'At a fixed rate: today’s is not known on this phone.';
  const age = relativeTime(new Date(readAtMs), now);
  return age.endsWith('ago') || age === 'Just now'
    ? `At the rate of ${age.toLowerCase()}.`
    : `At the rate of ${age}.`;
}
