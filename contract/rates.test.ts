import { expect, it } from 'vitest';

import { findRate } from './rates.ts';

it('is found directly, by way of the dollar, or built in', () => {
  expect(findRate(undefined, 'USD', 'NGN')).toEqual({ rate: 1_520, isFallback: true });
  const rates = { GHS: { USD: 0.1 }, USD: { NGN: 1_000 }, NGN: { GHS: 0.01 } };
  expect(findRate(rates, 'NGN', 'GHS')).toEqual({ rate: 0.01, isFallback: false });
  expect(findRate(rates, 'GHS', 'NGN')).toEqual({ rate: 100, isFallback: false });
  expect(findRate(rates, 'USD', 'KES')).toEqual({ rate: 128.21, isFallback: true });
  expect(findRate({ USD: { NGN: 0 } }, 'USD', 'NGN')).toMatchObject({ isFallback: true });
  for (const incomplete of [{}, { GHS: { USD: 0.1 } }, { USD: { NGN: 1_000 } }])
    expect(findRate(incomplete, 'GHS', 'NGN')).toMatchObject({ isFallback: true });
  expect(findRate(rates, 'NGN', 'NGN')).toEqual({ rate: 1, isFallback: false });
});
