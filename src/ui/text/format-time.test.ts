import { describe, expect, test } from 'vitest';
import { dayLabel, relativeTime } from './format-time.ts';

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
