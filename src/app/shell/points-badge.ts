import { formatCount } from '../../ui/text/format-money.ts';

const POINTS_BADGE_MAX = 99_999;

const SHOWN_DIGITS = 5;

export const pointsBadge = (points: number): string =>
  points > POINTS_BADGE_MAX ? String(points).slice(0, SHOWN_DIGITS) : formatCount(points);
