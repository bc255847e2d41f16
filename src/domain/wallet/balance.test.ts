import { describe, expect, test } from 'vitest';

import { balanceOf, homeFirst } from './balance.ts';

const rates = { GHS: { NGN: 106.4 }, USD: { NGN: 1520 } };
const naira = { currency: 'NGN', rates } as const;

describe('the one balance', () => {
  test('is what stands in the own currency, and nothing is added to it', () => {
    const wallets = [
      { currency: 'GHS', amount: 10 },
      { currency: 'NGN', amount: 2_500 },
    ] as const;
    expect(balanceOf(wallets, naira)).toEqual({ currency: 'NGN', amount: 2_500, total: 3_564 });
  });

  test('has no total beside it when there is nothing else', () => {
    const wallets = [
      { currency: 'GHS', amount: 0 },
      { currency: 'NGN', amount: 2_500 },
    ] as const;
    expect(balanceOf(wallets, naira)).toEqual({ currency: 'NGN', amount: 2_500, total: undefined });
  });

  test('is nothing in the own currency while all of it is in another', () => {
    expect(balanceOf([{ currency: 'USD', amount: 1 }], naira)).toEqual({
      currency: 'NGN',
      amount: 0,
      total: 1_520,
    });
  });
});

test('the own currency stands first', () => {
  const wallets = (['GHS', 'KES', 'NGN', 'USD'] as const).map((currency) => ({
    currency,
    amount: 1,
  }));
  expect(homeFirst(wallets, 'NGN').map(({ currency }) => currency)).toEqual([
    'NGN',
    'GHS',
    'KES',
    'USD',
  ]);
});
