import { expect, test } from 'vitest';
import { caretAfterGrouping, cleanAmount, groupAmount } from './amount-text.ts';

test.each([
  ['5,000', 0, '5000'],
  ['₦ 12 500', 0, '12500'],
  ['007', 0, '7'],
  ['0', 0, '0'],
  ['12.75', 0, '12'],
  ['-5', 0, '5'],
  ['12.755', 2, '12.75'],
  ['.5', 2, '0.5'],
  ['1.2.3', 2, '1.23'],
  ['Ksh. 1,500', 2, '1500'],
  ['Ksh.1,500.50', 2, '1500.50'],
  ['Ksh. 1,500', 0, '1500'],
  ['abc', 2, ''],
])('%j with %i decimals is cleaned to %j', (typed, decimals, cleaned) => {
  expect(cleanAmount(typed, decimals)).toBe(cleaned);
});

test.each([
  ['', ''],
  ['999', '999'],
  ['1000', '1,000'],
  ['12500.5', '12,500.5'],
  ['1234567', '1,234,567'],
])('%j is grouped as %j', (amount, grouped) => {
  expect(groupAmount(amount)).toBe(grouped);
});

test('the caret stays behind the digit that was typed', () => {
  // '1,2|50' became '1,29|50' by typing 9, which groups to '12,9|50'.
  expect(caretAfterGrouping('1,2950', 4, '12,950')).toBe(4);
  expect(caretAfterGrouping('5000', 4, '5,000')).toBe(5);
  expect(caretAfterGrouping('5000', 0, '5,000')).toBe(0);
});
