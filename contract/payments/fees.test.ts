import { describe, expect, it } from 'vitest';

import { FALLBACK_TO_USD } from '../region-table.ts';
import { divideGiveawayFee, exchangedMinor, giveawayFeeOf, walletTermsIn } from './fees.ts';

describe('what paying for a voucher from the wallet takes', () => {
  it('is a fee of 100 out of a reserve of 500, in the currency of the voucher', () => {
    for (const currency of ['NGN', 'GHS', 'KES'] as const)
      expect(walletTermsIn(currency, 0.5)).toEqual({ feeMinor: 10_000n, reserveMinor: 50_000n });
  });

  it('is converted for a voucher in dollars, rounded up to a cent', () => {
    // ₦100 are 6.6 cents, ₦500 are 33 cents exactly.
    expect(walletTermsIn('USD', FALLBACK_TO_USD.NGN)).toEqual({ feeMinor: 7n, reserveMinor: 33n });
    // GH₵100 are 7 dollars exactly, KSh100 are 78 cents exactly.
    expect(walletTermsIn('USD', FALLBACK_TO_USD.GHS)).toEqual({
      feeMinor: 700n,
      reserveMinor: 3_500n,
    });
    expect(walletTermsIn('USD', FALLBACK_TO_USD.KES)).toEqual({
      feeMinor: 78n,
      reserveMinor: 390n,
    });
    expect(walletTermsIn('USD', 1e-9)).toEqual({ feeMinor: 1n, reserveMinor: 1n });
  });
});

describe('the fee of a giveaway', () => {
  it('is a tenth of the prize, rounded up to a minor unit', () => {
    expect(giveawayFeeOf(100_000n)).toBe(10_000n);
    expect(giveawayFeeOf(100_001n)).toBe(10_001n);
  });

  it('is shared by half among the sharers, and the house keeps what cannot be divided', () => {
    expect(divideGiveawayFee(10_001n, 3)).toEqual({ eachMinor: 1_666n, houseMinor: 5_003n });
    expect(divideGiveawayFee(10_001n, 1)).toEqual({ eachMinor: 5_000n, houseMinor: 5_001n });
    expect(divideGiveawayFee(10_001n, 0)).toEqual({ eachMinor: 0n, houseMinor: 10_001n });
  });
});

it('an exchange pays the market rate less the spread, rounded down', () => {
  expect(exchangedMinor(100_000n, 2)).toBe(198_000n);
  expect(exchangedMinor(1n, 0.5)).toBe(0n);
});
