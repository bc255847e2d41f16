import { expect, test } from 'vitest';

import { clockIn, isTimeZone, startOfDay } from './zoned-time.ts';

test.each([
  ['2026-11-27', 'Africa/Lagos', '2026-11-26T23:00:00.000Z'],
  ['2026-11-27', 'Asia/Shanghai', '2026-11-26T16:00:00.000Z'],
  ['2026-11-27', 'America/Los_Angeles', '2026-11-27T08:00:00.000Z'],
  ['2026-11-27', 'Pacific/Kiritimati', '2026-11-26T10:00:00.000Z'],
  ['2026-11-27', 'Pacific/Pago_Pago', '2026-11-27T11:00:00.000Z'],
  // Clocks go forward at midnight: the day begins at one.
  ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
  // They go back at midnight: the day before has another hour.
  ['2026-10-30', 'Africa/Cairo', '2026-10-29T22:00:00.000Z'],
  ['2026-03-29', 'Europe/London', '2026-03-29T00:00:00.000Z'],
  ['2026-03-30', 'Europe/London', '2026-03-29T23:00:00.000Z'],
])('%s in %s begins at %s', (day, timeZone, start) => {
  expect(startOfDay(day, timeZone).toISOString()).toBe(start);
});

test('every day of every zone begins where the one before ends', () => {
  for (const timeZone of Intl.supportedValuesOf('timeZone')) {
    const clock = clockIn(timeZone);
    for (const day of ['2025-03-30', '2025-10-26', '2026-03-08', '2026-11-01', '2026-12-31']) {
      const start = startOfDay(day, timeZone).getTime();
      expect(clock(new Date(start)).slice(0, 10), timeZone).toBe(day);
      expect(clock(new Date(start - 1000)) < day, timeZone).toBe(true);
    }
  }
});

test.each([
  ['Asia/Shanghai', true],
  ['UTC', true],
  ['Etc/GMT+3', true],
  ['+08:00', false],
  ['Mars/Olympus', false],
  ["'; drop", false],
])('%s is a time zone: %s', (name, is) => {
  expect(isTimeZone(name)).toBe(is);
});
