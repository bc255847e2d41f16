import { RATES_LIVE_MS } from '../../../contract/constants.ts';
import {
  convertMinor,
  majorToMinor,
  minorToMajor,
  type Currency,
} from '../../../contract/money.ts';
import { findRate } from '../../../contract/rates.ts';
import { formatMoney } from '../../ui/text/format-money.ts';
import { relativeTimeWithin } from '../../ui/text/format-time.ts';
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

/** Where a rate comes from and how old it is, judged now: 'live rate of 3 minutes ago'. @param readAtMs ms since the epoch */
export function rateOrigin(readAtMs: number, now: Date): string {
  const age = relativeTimeWithin(new Date(readAtMs), now);
  return now.getTime() - readAtMs < RATES_LIVE_MS
    ? `live rate of ${age}`
    : `last known rate, of ${age}`;
}

/** How old the rates are and where they come from, as a sentence. */
export const ratesAge = ({ readAtMs }: Pick<ViewerRates, 'readAtMs'>, now: Date): string =>
  readAtMs === undefined
    ? 'At a fixed rate: today’s is not known on this phone.'
    : `At the ${rateOrigin(readAtMs, now)}.`;
