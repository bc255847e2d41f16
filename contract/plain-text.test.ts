import { expect, test } from 'vitest';

import { withAsciiDigits } from './plain-text.ts';

test('the digits of every numbering system are read as what they are worth', () => {
  const wrong = Intl.supportedValuesOf('numberingSystem').filter((numberingSystem) => {
    const numbers = new Intl.NumberFormat('en', { numberingSystem });
    const digits = Array.from({ length: 10 }, (_, value) => numbers.format(value)).join('');
    return /^\p{Nd}{10}$/u.test(digits) && withAsciiDigits(digits) !== '0123456789';
  });
  expect(wrong).toEqual([]);
});

test('what is no digit stays', () => {
  expect(withAsciiDigits('a5 -٥,५')).toBe('a5 -5,5');
});
