import { describe, expect, it } from 'vitest';

import { railFeeOf, railFeesIn } from './rail-fees.ts';

describe('the fee of a payout rail', () => {
  it.each([
    ['paystack', 'NGN', 'bank', 500_000n, 1_000n],
    ['paystack', 'NGN', 'bank', 500_001n, 2_500n],
    ['paystack', 'NGN', 'bank', 5_000_000n, 2_500n],
    ['paystack', 'NGN', 'bank', 5_000_001n, 5_000n],
    ['paystack', 'GHS', 'bank', 2_000n, 800n],
    ['paystack', 'GHS', 'mobile_money', 2_000n, 100n],
    ['flutterwave', 'NGN', 'bank', 500_000n, 1_075n],
    ['flutterwave', 'NGN', 'bank', 5_000_000n, 2_688n],
    ['flutterwave', 'NGN', 'bank', 5_000_001n, 5_375n],
    ['flutterwave', 'GHS', 'mobile_money', 2_000n, 100n],
    ['flutterwave', 'KES', 'mobile_money', 150_000n, 2_000n],
    ['flutterwave', 'KES', 'mobile_money', 150_001n, 4_000n],
    ['flutterwave', 'KES', 'mobile_money', 2_000_001n, 6_000n],
    ['flutterwave', 'KES', 'bank', 1_000_000n, 8_000n],
    ['flutterwave', 'KES', 'bank', 5_000_001n, 14_000n],
    ['sandbox', 'NGN', 'bank', 100_000n, 1_000n],
  ] as const)('of %s for %s by %s, minor units %s, is %s', (name, currency, type, amount, fee) => {
    expect(railFeeOf({ name }, currency, type, amount)).toBe(fee);
  });

  it('is never guessed', () => {
    expect(() => railFeeOf({ name: 'other' }, 'NGN', 'bank', 100n)).toThrow(/no fee of other/);
    expect(() => railFeeOf({ name: 'paystack' }, 'NGN', 'mobile_money', 100n)).toThrow(/no fee/);
  });

  it('is told to the app by kind, the lowest band first', () => {
    expect(railFeesIn({ name: 'sandbox' }, 'NGN')).toEqual([
      { type: 'bank', up_to: 5_000, fee: 10 },
      { type: 'bank', up_to: 50_000, fee: 25 },
      { type: 'bank', up_to: null, fee: 50 },
    ]);
    expect(railFeesIn({ name: 'sandbox' }, 'USD')).toEqual([]);
  });
});
