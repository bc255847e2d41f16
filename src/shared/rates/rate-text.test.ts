import { describe, expect, it } from 'vitest';

import { rateNote, rateText } from './rate-text.ts';

describe('a rate in words', () => {
  it.each([
    [0.00792, 'NGN', 'GHS', 'GH₵1 = ₦126.263'],
    [1520, 'USD', 'NGN', '$1 = ₦1,520'],
    [0.000658, 'NGN', 'USD', '$1 = ₦1,519.76'],
    [1, 'USD', 'USD', '$1 = $1'],
  ] as const)('%f from %s to %s is %s', (rate, from, to, text) => {
    expect(rateText(rate, from, to)).toBe(text);
  });

  it('is called a fixed one where the known rates lack it', () => {
    const converted = { gets: 0, rate: undefined, isMissing: true };
    expect(rateNote(converted, 'NGN', 'GHS', 'Live.')).toBe(
      'No exchange rate available between NGN and GHS. A fixed one is used.',
    );
  });
});
