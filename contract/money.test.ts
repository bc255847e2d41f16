import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  convertMinor,
  majorToMinor,
  MAX_AMOUNT_MINOR,
  minorToMajor,
  shareRoundedDown,
  shareRoundedUp,
  splitEqually,
} from './money.ts';

describe('major units at the edge', () => {
  it.each([
    [0.5, 50n],
    [1, 100n],
    [1234.56, 123456n],
    [0.01, 1n],
    [1e15, undefined],
    [-3, -300n],
    [70_000_000_000_000, MAX_AMOUNT_MINOR],
  ])('reads %d', (major, minor) => {
    expect(majorToMinor(major)).toBe(minor);
  });

  it.each([
    0.001,
    1.005,
    0.1 + 0.2,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    70_000_000_000_000.01,
    2 ** 53,
  ])('refuses %d instead of rounding it', (major) => {
    expect(majorToMinor(major)).toBeUndefined();
  });

  it('gives back every amount it took', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -MAX_AMOUNT_MINOR, max: MAX_AMOUNT_MINOR }),
        (minor) => majorToMinor(minorToMajor(minor)) === minor,
      ),
    );
  });
});

describe('parts of an amount', () => {
  it('rounds fees up and payouts down', () => {
    expect(shareRoundedUp(101n, 1_000)).toBe(11n);
    expect(shareRoundedUp(100n, 1_000)).toBe(10n);
    expect(shareRoundedDown(101n, 5_000)).toBe(50n);
  });

  it('never makes or loses a unit when splitting', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: MAX_AMOUNT_MINOR }),
        fc.integer({ min: 1, max: 500 }),
        (amount, parts) => {
          const shares = splitEqually(amount, parts);
          const sum = shares.reduce((total, share) => total + share, 0n);
          const [first = 0n] = shares;
          const last = shares.at(-1) ?? 0n;
          return shares.length === parts && sum === amount && first - last <= 1n;
        },
      ),
    );
  });
});

describe('conversion', () => {
  it('rounds half to even, once, at the end', () => {
    expect(convertMinor(1n, 0.5)).toBe(0n);
    expect(convertMinor(3n, 0.5)).toBe(2n);
    expect(convertMinor(5n, 0.5)).toBe(2n);
    expect(convertMinor(-3n, 0.5)).toBe(-2n);
  });

  it.each([
    [500_00n, 0.00066, 33n],
    [100n, 1520, 152_000n],
    [1_000_000n, 6.6e-4, 660n],
    [7n, 14.29, 100n],
  ])('converts %d at %d', (minor, rate, result) => {
    expect(convertMinor(minor, rate)).toBe(result);
  });
});
