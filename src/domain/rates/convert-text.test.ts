import { describe, expect, it } from 'vitest';

import { convertText } from './convert-text.ts';
import { rateText } from './rate-text.ts';

const viewer = { rates: { NGN: { GHS: 0.008 }, GHS: { NGN: 125 } }, readAtMs: 1 };

describe('what was typed into the converter', () => {
  it('is converted at the rates of the device, to a minor unit', () => {
    expect(convertText('1000', 'NGN', 'GHS', viewer)).toMatchObject({ gets: 8, rate: 0.008 });
    expect(convertText('0.01', 'GHS', 'NGN', viewer).gets).toBe(1.25);
  });

  it.each(['', '.', 'abc', '1.234'])('is 0 for %j, which is no amount', (text) => {
    expect(convertText(text, 'NGN', 'GHS', viewer).gets).toBe(0);
  });

  it('says when there is no rate between two currencies, and uses the one built in', () => {
    expect(convertText('1000', 'NGN', 'USD', viewer)).toMatchObject({
      gets: 0.66,
      problem: 'No exchange rate available between NGN and USD. A fixed one is used.',
    });
  });

  it('has nothing to say of that before any rates were fetched', () => {
    const none = { rates: undefined, readAtMs: undefined };
    expect(convertText('1000', 'NGN', 'USD', none)).toMatchObject({
      gets: 0.66,
      problem: undefined,
    });
  });
});

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
