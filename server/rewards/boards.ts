import { DAY_MS } from '../../contract/durations.ts';
import type { Period } from '../../contract/rewards/reasons.ts';

/** The board of all time. */
const ALL = 'all';
const WEEK_DAYS = 7;
/** Of the seven days of an ISO week, the fourth decides which year it belongs to. */
const THURSDAY = 4;

const pad = (value: number): string => String(value).padStart(2, '0');

/** 1 for Monday to 7 for Sunday. */
const weekdayOf = (at: Date): number => at.getUTCDay() || WEEK_DAYS;

/** The ISO 8601 week that a moment is in, e.g. `2026-W48`; weeks begin on Monday, at midnight in UTC. */
function weekOf(at: Date): string {
  const thursday = new Date(at.getTime() + (THURSDAY - weekdayOf(at)) * DAY_MS);
  const year = thursday.getUTCFullYear();
  const day = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / DAY_MS);
  return `${year}-W${pad(Math.floor(day / WEEK_DAYS) + 1)}`;
}

const monthOf = (at: Date): string => `${at.getUTCFullYear()}-${pad(at.getUTCMonth() + 1)}`;

/** The board of a period that runs at a moment. */
export function boardOf(period: Period, at: Date): string {
  if (period === 'all') return ALL;
  return period === 'week' ? weekOf(at) : monthOf(at);
}

/** When the period ends that runs at a moment; null for all time, which does not. */
export function endOfPeriod(period: Period, at: Date): Date | null {
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  if (period === 'all') return null;
  if (period === 'month') return new Date(Date.UTC(year, month + 1, 1));
  return new Date(Date.UTC(year, month, day + WEEK_DAYS + 1 - weekdayOf(at)));
}
