import { describe, expect, test } from 'vitest';

import { balanceOf, homeFirst } from './balance.ts';

describe('the one balance', () => {
  test('is what stands in the own currency, and nothing is added to it', () => {
    const wallets = [
      { currency: 'GHS', amount: 10 },
      { currency: 'NGN', amount: 2_500 },
    ] as const;
    expect(balanceOf(wallets, 'NGN')).toMatchObject({ currency: 'NGN', amount: 2_500 });
  });

  test('has no total beside it when there is nothing else', () => {
    const wallets = [
      { currency: 'GHS', amount: 0 },
      { currency: 'NGN', amount: 2_500 },
    ] as const;
    expect(balanceOf(wallets, 'NGN').parts).toBeUndefined();
  });

  test('is nothing in the own currency while all of it is in another', () => {
    expect(balanceOf([{ currency: 'USD', amount: 1 }], 'NGN')).toEqual({
      currency: 'NGN',
      amount: 0,
      parts: [{ from: 'USD', amount: 1 }],
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
