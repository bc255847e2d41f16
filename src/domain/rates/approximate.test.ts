import { describe, expect, test } from 'vitest';

import { approximate, ratesAge } from './approximate.ts';
import type { ViewerRates } from './viewer-rates.ts';

const naira: ViewerRates = {
  currency: 'NGN',
  rates: { GHS: { NGN: 106.4 }, NGN: { GHS: 0.0094 } },
  readAtMs: Date.parse('2026-11-20T08:00:00Z'),
};

describe('what an amount is about', () => {
  test('is said in the currency of the viewer, with three figures', () => {
    expect(approximate(116, 'GHS', naira)).toBe('about ₦12,300');
    expect(approximate(999_999_999, 'GHS', naira)).toBe('about ₦106,000,000,000');
  });

  test('is not repeated for the own currency', () => {
    expect(approximate(100, 'NGN', naira)).toBeUndefined();
  });

  test('is never nothing', () => {
    expect(approximate(100, 'NGN', { ...naira, currency: 'GHS' })).toBe('under GH₵1');
  });

  test('stands on the rates built in before any were fetched', () => {
    expect(approximate(100, 'GHS', { ...naira, rates: undefined })).toBe('about ₦10,600');
  });
});

describe('the age of the rates', () => {
  test.each([
    ['2026-11-20T08:00:30Z', 'At the live rate of just now.'],
    ['2026-11-20T09:59:00Z', 'At the live rate of 1 hour ago.'],
    ['2026-11-20T11:00:00Z', 'At the last known rate, of 3 hours ago.'],
    ['2026-11-23T11:00:00Z', 'At the last known rate, of 20 Nov 2026.'],
  ])('at %s: %s', (now, text) => {
    expect(ratesAge(naira, new Date(now))).toBe(text);
  });

  test('is not made up for those built in', () => {
    expect(ratesAge({ readAtMs: undefined }, new Date(0))).toBe(
      'At a fixed rate: today’s is not known on this phone.',
    );
  });
});
