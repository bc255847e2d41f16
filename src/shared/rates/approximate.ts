import { RATES_LIVE_MS } from '../../../contract/constants.ts';
import type { Currency } from '../../../contract/money.ts';
import { formatMoney } from '../../ui/text/format-money.ts';
import { relativeTimeWithin } from '../../ui/text/format-time.ts';
import type { ViewerRates } from './viewer-rates.ts';

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
