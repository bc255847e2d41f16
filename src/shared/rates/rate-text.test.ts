import { describe, expect, it, test } from 'vitest';

import { approximate, rateNote, ratesAge, rateText } from './rate-text.ts';

describe('a rate in words', () => {
  it.each([
    [0.00792, 'NGN', 'GHS', 'GH₵1 = ₦126.263'],
    [1520, 'USD', 'NGN', '$1 = ₦1,520'],
    [0.000658, 'NGN', 'USD', '$1 = ₦1,519.76'],
    [1, 'USD', 'USD', '$1 = $1'],
  ] as const)('%f from %s to %s is %s', (rate, from, to, text) => {
    expect(rateText(rate, from, to)).toBe(text);
  });

  it('is called a fixed one where the known rates lack it', () => {
    const converted = { gets: 0, rate: undefined, isMissing: true };
    expect(rateNote(converted, 'NGN', 'GHS', 'Live.')).toBe(
      'No exchange rate available between NGN and GHS. A fixed one is used.',
    );
  });
});

const read = { readAtMs: Date.parse('2026-11-20T08:00:00Z') };

describe('what an amount is about', () => {
  test('is said with three figures', () => {
    expect(approximate(12_342.4, 'NGN')).toBe('about ₦12,300');
    expect(approximate(106_399_999_893.6, 'NGN')).toBe('about ₦106,000,000,000');
  });

  test('is never nothing', () => {
    expect(approximate(0.94, 'GHS')).toBe('under GH₵1');
  });
});

describe('the age of the rates', () => {
  test.each([
    ['2026-11-20T08:00:30Z', 'At the live rate of just now.'],
    ['2026-11-20T09:59:00Z', 'At the live rate of 1 hour ago.'],
    ['2026-11-20T11:00:00Z', 'At the last known rate, of 3 hours ago.'],
    ['2026-11-23T11:00:00Z', 'At the last known rate, of 20 Nov 2026.'],
  ])('at %s: %s', (now, text) => {
    expect(ratesAge(read, new Date(now))).toBe(text);
  });

  test('is not made up for those built in', () => {
    expect(ratesAge({ readAtMs: undefined }, new Date(0))).toBe(
      'At a fixed rate: today’s is not known on this phone.',
    );
  });
});
