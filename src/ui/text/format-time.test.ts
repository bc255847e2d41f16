import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { REGIONS } from '../../../contract/region-table.ts';
import {
  dayLabel,
  formatClock,
  formatDate,
  formatDay,
  formatLongDate,
  relativeTime,
  relativeTimeWithin,
} from './format-time.ts';

const NOW = new Date(2026, 10, 28, 15, 0, 0);
const before = (ms: number): Date => new Date(NOW.getTime() - ms);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('relative time', () => {
  test.each([
    [0, 'Just now'],
    [59_999, 'Just now'],
    [-5_000, 'Just now'],
    [MINUTE, '1 minute ago'],
    [59 * MINUTE, '59 minutes ago'],
    [HOUR, '1 hour ago'],
    [24 * HOUR - 1, '23 hours ago'],
    [24 * HOUR, '27 Nov 2026'],
  ])('%i ms ago is %s', (ageMs, text) => {
    expect(relativeTime(before(ageMs), NOW)).toBe(text);
  });

  test.each([
    [0, 'just now'],
    [HOUR, '1 hour ago'],
    [24 * HOUR, '27 Nov 2026'],
    [155 * 24 * HOUR, '26 Jun 2026'],
  ])('%i ms ago is, within a sentence, %s', (ageMs, text) => {
    expect(relativeTimeWithin(before(ageMs), NOW)).toBe(text);
  });
});

describe('day labels', () => {
  test.each([
    [new Date(2026, 10, 28, 0, 0, 0), 'Today'],
    [new Date(2026, 10, 27, 23, 59, 59), 'Yesterday'],
    [new Date(2026, 10, 26, 23, 0, 0), '26 Nov 2026'],
  ])('%s is %s', (at, label) => {
    expect(dayLabel(at, NOW)).toBe(label);
  });
});

const moments = fc.date({
  min: new Date('2020-01-01'),
  max: new Date('2040-01-01'),
  noInvalidDate: true,
});
const day = { day: 'numeric', month: 'short' } as const;
const long = { day: 'numeric', month: 'long', year: 'numeric' } as const;
const clock = { hour: '2-digit', minute: '2-digit' } as const;

describe.each(Object.values(REGIONS))('moments in $name', ({ timezone, utcOffsetMinutes }) => {
  test('are written as en-GB writes them there', () => {
    const inZone = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
      new Intl.DateTimeFormat('en-GB', { ...options, timeZone: timezone });
    const [days, longs, clocks] = [inZone(day), inZone(long), inZone(clock)];
    fc.assert(
      fc.property(moments, (at) => {
        expect(formatDay(at, utcOffsetMinutes)).toBe(days.format(at));
        expect(formatLongDate(at, utcOffsetMinutes)).toBe(longs.format(at));
        expect(formatClock(at, utcOffsetMinutes)).toBe(clocks.format(at));
      }),
    );
  });
});

test("without an offset moments are in the person's own zone", () => {
  const [dates, clocks] = [
    new Intl.DateTimeFormat('en-GB', { ...day, year: 'numeric' }),
    new Intl.DateTimeFormat('en-GB', clock),
  ];
  fc.assert(
    fc.property(moments, (at) => {
      expect(formatDate(at)).toBe(dates.format(at));
      expect(formatClock(at)).toBe(clocks.format(at));
    }),
  );
});
