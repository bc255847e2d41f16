import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../../contract/durations.ts';
import { plural } from '../../../../ui/text/format-text.ts';

/** 'At once', '90 s', '2 h 29 min' or '10 days 10 h': the two largest units, rounded up. */
export function durationText(ms: number): string {
  if (ms <= 0) return 'At once';
  if (ms < 2 * MINUTE_MS) return `${Math.ceil(ms / SECOND_MS)} s`;
  if (ms < HOUR_MS) return `${Math.ceil(ms / MINUTE_MS)} min`;
  const [large, small] = ms < DAY_MS ? [HOUR_MS, MINUTE_MS] : [DAY_MS, HOUR_MS];
  const units = Math.ceil(ms / small);
  const [count, rest] = [Math.floor(units / (large / small)), units % (large / small)];
  const head = large === DAY_MS ? plural(count, 'day', 'days') : `${count} h`;
  return rest === 0 ? head : `${head} ${rest} ${small === HOUR_MS ? 'h' : 'min'}`;
}
