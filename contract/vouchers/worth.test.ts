import { describe, expect, it } from 'vitest';

import { CURRENCIES, MAX_AMOUNT_MINOR } from '../money.ts';
import { WORTH_MAX_MINOR, worthOf } from './worth.ts';

const RATES = { GHS: { NGN: 106.4 }, KES: { NGN: 11.5 }, USD: { NGN: 1520 } };

describe('the worth of an amount', () => {
  it('is itself in naira, and converted from elsewhere', () => {
    expect(worthOf(123_456n, 'NGN', RATES)).toBe(123_456n);
    expect(worthOf(10_000n, 'GHS', RATES)).toBe(1_064_000n);
    expect(worthOf(1n, 'USD', RATES)).toBe(1_520n);
  });

  it('keeps the order of amounts in one currency, down to a minor unit', () => {
    for (const currency of CURRENCIES) {
      expect(worthOf(100_001n, currency, undefined) > worthOf(100_000n, currency, undefined)).toBe(
        true,
      );
    }
  });

  it('uses the rates built in while none are known', () => {
    expect(worthOf(10_000n, 'GHS', undefined)).toBe(1_064_000n);
    expect(worthOf(10_000n, 'GHS', { GHS: { NGN: 0 } })).toBe(1_064_000n);
  });

  it('fits its column for the largest amount there is', () => {
    expect(worthOf(MAX_AMOUNT_MINOR, 'USD', RATES)).toBe(WORTH_MAX_MINOR);
    expect((WORTH_MAX_MINOR * 5n) / 4n < 2n ** 63n).toBe(true);
  });
});
