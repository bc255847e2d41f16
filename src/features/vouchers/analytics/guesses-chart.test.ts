import { expect, test } from 'vitest';

import { dayIn, daysUpTo, fullDay, weekday } from './guesses-chart.tsx';

test('days without a guess are among them, across the end of a month', () => {
  const counts = [
    { date: '2026-10-20', count: 9 },
    { date: '2026-10-31', count: 4 },
    { date: '2026-11-02', count: 7 },
  ];
  expect(daysUpTo(counts, '2026-11-02', 4)).toEqual([
    { date: '2026-10-30', count: 0 },
    { date: '2026-10-31', count: 4 },
    { date: '2026-11-01', count: 0 },
    { date: '2026-11-02', count: 7 },
  ]);
});

test('a day is the creator’s, wherever the phone is', () => {
  const late = new Date('2026-11-02T22:30:00Z');
  expect(dayIn(late, 'Africa/Accra')).toBe('2026-11-02');
  expect(dayIn(late, 'Africa/Nairobi')).toBe('2026-11-03');
});

test('days are named', () => {
  expect(weekday('2026-11-12')).toBe('Thu');
  expect(fullDay('2026-11-12')).toBe('Thu 12 Nov');
});
