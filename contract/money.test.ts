import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  amountOf,
  convertMinor,
  currencySymbol,
  isCurrency,
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

  it('are as many as people to give them to, or none', () => {
    expect(splitEqually(10n, 0)).toEqual([]);
    expect(splitEqually(10n, 1)).toEqual([10n]);
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
    expect(convertMinor(2n, 0.8)).toBe(2n);
  });

  it.each([
    [500_00n, 0.00066, 33n],
    [100n, 1520, 152_000n],
    [1_000_000n, 6.6e-4, 660n],
    [7n, 14.29, 100n],
    // Numbers below a millionth are written with an exponent.
    [10_000_000n, 1.5e-7, 2n],
    [10_000_000_000_000n, 2.5e-12, 20n],
  ])('converts %d at %d', (minor, rate, result) => {
    expect(convertMinor(minor, rate)).toBe(result);
  });
});

it('a currency is one of four, written as its code', () => {
  expect(['NGN', 'ngn', 'EUR', undefined, ['NGN']].map(isCurrency)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
  expect(['KES', 'EUR', 'XYZ'].map(currencySymbol)).toEqual(['KSh', '€', 'XYZ']);
});

it.each([
  ['1500.50', 1_500.5],
  ['12', 12],
  ['7.', 7],
  ['0.5', 0.5],
  ['', NaN],
  ['-5', NaN],
  ['1e5', NaN],
  ['1.234', NaN],
  ['₦12', NaN],
  ['12 naira', NaN],
  ['1.a', NaN],
])('a field with %j is %d', (text, amount) => {
  expect(amountOf(text)).toBe(amount);
});
