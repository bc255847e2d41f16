import { describe, expect, it } from 'vitest';

import { rateText } from './rate-text.ts';

describe('a rate in words', () => {
  it.each([
    [0.00792, 'NGN', 'GHS', 'GH₵1 = ₦126.263'],
    [1520, 'USD', 'NGN', '$1 = ₦1,520'],
    [0.000658, 'NGN', 'USD', '$1 = ₦1,519.76'],
    [1, 'USD', 'USD', '$1 = $1'],
  ] as const)('%f from %s to %s is %s', (rate, from, to, text) => {
    expect(rateText(rate, from, to)).toBe(text);
  });
});
