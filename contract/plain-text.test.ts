import { expect, test } from 'vitest';

import { fill, onlyDigits, withAsciiDigits } from './plain-text.ts';

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

test('only digits are kept, as many as fit', () => {
  expect(onlyDigits('a1-٢ 34', 3)).toBe('123');
});

test('a text is filled in, and a placeholder without a value stays', () => {
  expect(fill('{name} has {count}, {other}', { name: 'Ada', count: 2 })).toBe('Ada has 2, {other}');
});
