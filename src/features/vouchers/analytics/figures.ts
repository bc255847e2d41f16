import { formatCount } from '../../../ui/text/format-money.ts';
import type { Analytics } from '../../../../contract/analytics.ts';

/** What is unknown before the draw. */
const UNKNOWN = '–';
const ONE_DECIMAL = new Intl.NumberFormat('en-NG', { maximumFractionDigits: 1 });

/** '16.1%'; a dash for what is not known yet. */
export const percent = (value: number | null): string =>
  value === null ? UNKNOWN : `${ONE_DECIMAL.format(value)}%`;

/** '1,356'; a dash for what is not known yet. */
export const countOrUnknown = (value: number | null): string =>
  value === null ? UNKNOWN : formatCount(value);

/** Views for one guess, '6.2:1'; a dash while there is none. */
export const viewsPerGuess = ({
  view_to_guess_ratio: ratio,
  total_guesses: guesses,
}: Pick<Analytics, 'view_to_guess_ratio' | 'total_guesses'>): string =>
  guesses === 0 ? UNKNOWN : `${ONE_DECIMAL.format(ratio)}:1`;

/** From this share of views with a guess on, people who come also play. */
const GOOD_ENGAGEMENT_PERCENT = 10;

/** What the creator could do next, from what the figures say. */
export function tip(analytics: Analytics): string {
  const { total_views: views, total_guesses: guesses, engagement_rate: rate } = analytics;
  if (views === 0) return 'Nobody has seen this voucher yet. Share its link to bring people here.';
  if (guesses === 0) {
    return 'People look, but nobody has guessed yet. A picture of what you give makes them stay.';
  }
  return rate < GOOD_ENGAGEMENT_PERCENT
    ? 'Few of those who look also guess. Say on the voucher what they can win and from whom.'
    : 'Those who come also guess. Share the link again to bring more people.';
}
