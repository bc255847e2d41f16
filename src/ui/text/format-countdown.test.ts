import { describe, expect, test } from 'vitest';
import {
  countdownUnits,
  formatMinutesSeconds,
  shortCountdown,
  spokenCountdown,
} from './format-countdown.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const figures = (ms: number): string =>
  countdownUnits(ms)
    .map(({ value, name }) => `${value} ${name}`)
    .join(' ');

describe('units of a clock', () => {
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
