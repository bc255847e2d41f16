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
  countdownUnits,
  formatMinutesSeconds,
  shortCountdown,
  spokenCountdown,
  groupByDay,
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

test.each([
  [new Date(2026, 10, 28, 0, 0, 0), 'Today'],
  [new Date(2026, 10, 27, 23, 59, 59), 'Yesterday'],
  [new Date(2026, 10, 26, 23, 0, 0), '26 Nov 2026'],
])('the day of %s is called %s', (at, label) => {
  expect(dayLabel(at, NOW)).toBe(label);
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

const SECOND = 1_000;
const DAY = 24 * HOUR;
const figures = (ms: number): string =>
  countdownUnits(ms)
    .map(({ value, name }) => `${value} ${name}`)
    .join(' ');

test.each([
  [2 * HOUR + 14 * MINUTE + 36 * SECOND, '2 hrs 14 min 36 sec'],
  [72 * SECOND, '1 min 12 sec'],
  [3 * DAY + 4 * HOUR + 5 * MINUTE, '3 days 4 hrs 5 min'],
  [1, '0 min 1 sec'],
  [0, '0 min 0 sec'],
  [-5 * SECOND, '0 min 0 sec'],
])('%i ms left shows %s', (ms, shown) => {
  expect(figures(ms)).toBe(shown);
});

test('the wait after a guess is mm:ss', () => {
  expect(formatMinutesSeconds(90 * SECOND)).toBe('01:30');
  expect(formatMinutesSeconds(999)).toBe('00:01');
  expect(formatMinutesSeconds(0)).toBe('00:00');
  expect(formatMinutesSeconds(75 * MINUTE)).toBe('75:00');
});

test('in a list, the two largest units', () => {
  expect(shortCountdown(3 * DAY + 4 * HOUR)).toBe('3d 4h');
  expect(shortCountdown(2 * HOUR + 14 * MINUTE)).toBe('2h 14m');
  expect(shortCountdown(14 * MINUTE + 5 * SECOND)).toBe('14m');
  expect(shortCountdown(36 * SECOND)).toBe('36s');
});

describe('what is spoken', () => {
  test('changes once a minute', () => {
    expect(spokenCountdown(2 * HOUR + 14 * MINUTE + 36 * SECOND)).toBe('2 hours 14 minutes left');
    expect(spokenCountdown(2 * HOUR + 14 * MINUTE + 2 * SECOND)).toBe('2 hours 14 minutes left');
    expect(spokenCountdown(61 * SECOND)).toBe('1 minute left');
    expect(spokenCountdown(59 * SECOND)).toBe('Less than a minute left');
  });
  test('and each second of the last ten', () => {
    expect(spokenCountdown(10 * SECOND)).toBe('10 seconds left');
    expect(spokenCountdown(SECOND)).toBe('1 second left');
    expect(spokenCountdown(0)).toBe('0 seconds left');
  });
});

test('days are called by their distance, else in full, and keep the order of their rows', () => {
  const at = (day: number, hour: number) => ({
    created_at: new Date(2026, 10, day, hour).toISOString(),
  });
  const rows = [at(20, 14), at(20, 9), at(19, 12), at(16, 12)];
  const days = groupByDay(rows, new Date(2026, 10, 20, 15));
  expect(days).toEqual([
    { label: 'Today', rows: rows.slice(0, 2) },
    { label: 'Yesterday', rows: [rows[2]] },
    { label: '16 November 2026', rows: [rows[3]] },
  ]);
});
