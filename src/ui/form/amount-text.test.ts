import { expect, test } from 'vitest';
import { amountOf, CURRENCIES } from '../../../contract/money.ts';
import { caretAfterGrouping, cleanAmount, editAmount, groupAmount } from './amount-text.ts';

const DEVANAGARI = (text: string): string =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(0x966 + Number(digit)));

test.each([
  ['5,000', 'NGN', 5000],
  ['1,234,567.50', 'NGN', 1_234_567.5],
  ['₦ 12 500', 'NGN', 12_500],
  ['N5,000', 'NGN', 5000],
  ['007', 'NGN', 7],
  ['12.7', 'USD', 12.7],
  ['.5', 'USD', 0.5],
  ['Ksh. 1,500', 'KES', 1500],
  ['Ksh.1,500.50', 'KES', 1500.5],
  ['1,500/=', 'KES', 1500],
  ['GH₵20', 'GHS', 20],
  ['$ 0.50', 'USD', 0.5],
  ['٥٠٠٠', 'NGN', 5000],
  ['٥٬٠٠٠٫٥٠', 'NGN', 5000.5],
  ['５０００', 'NGN', 5000],
  [' 5000\u00a0', 'NGN', 5000],
  ['\u200f5\u200b000', 'NGN', 5000],
])('%j in a field for %s is %d', (typed, currency, amount) => {
  expect(amountOf(cleanAmount(typed, 2, currency))).toBe(amount);
});

test.each([
  '1500,50',
  '12,5',
  '1e5',
  '2.500',
  '12.755',
  '1.2.3',
  '1.234,50',
  '0,500',
  '12,34,567',
  '-5',
  '5k',
  '5²',
  '½',
  '5/10',
  '$100',
  '100 200 3',
  'abc',
])('%j in a field for naira stays as it was typed and is no amount', (typed) => {
  const cleaned = cleanAmount(typed, 2, 'NGN');
  expect([cleaned, amountOf(cleaned)]).toEqual([typed, NaN]);
});

test.each([
  ['12.00', 12],
  ['12.', 12],
  ['12,500', 12_500],
])('%j in a field for whole amounts is %d', (typed, amount) => {
  expect(amountOf(cleanAmount(typed, 0, 'NGN'))).toBe(amount);
});

test.each(['12.75', '2.500'])('%j in a field for whole amounts is no amount', (typed) => {
  expect(cleanAmount(typed, 0, 'NGN')).toBe(typed);
  expect(keyIn(typed, 0)).toBe(typed);
});

test('an amount that is written out is read as itself, in every grouping, script and currency', () => {
  for (let round = 0; round < 2_000; round += 1) {
    const minor = Math.floor(Math.random() * 10 ** (1 + (round % 14)));
    const plain = (minor / 100).toFixed(2);
    const grouped = groupAmount(plain);
    for (const text of [plain, grouped, grouped.replaceAll(',', ' '), DEVANAGARI(grouped)])
      for (const currency of CURRENCIES)
        expect(amountOf(cleanAmount(`${currency} ${text}`, 2, currency))).toBe(Number(plain));
  }
});

test('whatever is typed is read as an amount only where its digits are that amount', () => {
  const characters = '0123456789,. -ekN₦٥\u200b';
  for (let round = 0; round < 20_000; round += 1) {
    const typed = Array.from(
      { length: 1 + (round % 9) },
      () => characters[Math.floor(Math.random() * characters.length)],
    ).join('');
    const amount = amountOf(cleanAmount(typed, 2, 'NGN'));
    if (Number.isNaN(amount)) continue;
    const plain = typed.replaceAll('٥', '5').replaceAll(/[N₦ \u200b]/g, '');
    expect(Number(`0${plain.replaceAll(',', '')}`), typed).toBe(amount);
    if (plain.includes(',')) expect(plain.replace(/\.\d*$/, '')).toMatch(/^[1-9]\d{0,2}(,\d{3})+$/);
  }
});

/** What a field shows after each key, from an empty one. */
const keyIn = (keys: string, decimals: 0 | 2): string =>
  Array.from(keys).reduce(
    (shown, key) => groupAmount(editAmount(shown, shown + key, decimals, 'NGN')),
    '',
  );

test.each([
  ['12500', '12,500'],
  ['1,500', '1,500'],
  ['1,500,000', '1,500,000'],
  ['12500.5', '12,500.5'],
  ['1500,50', '1,500,50'],
  ['12,5', '12,5'],
  ['1e5', '1e5'],
  ['2.500', '2.500'],
])('keying in %j shows %j', (keys, shown) => {
  expect(keyIn(keys, 2)).toBe(shown);
});

test.each([
  ['12,500', '12,50', '1250'],
  ['1,250', '1,2950', '12950'],
  ['12,500', '12500', '12500'],
  ['12,500', '12,5.00', '125.00'],
  ['12,5', '12,50', '12,50'],
  ['12,500', '1500,50', '1500,50'],
])('where %j stood, %j is %j: its commas are those of the field', (shown, typed, next) => {
  expect(editAmount(shown, typed, 2, 'NGN')).toBe(next);
});

test.each([
  ['', ''],
  ['999', '999'],
  ['1000', '1,000'],
  ['12500.5', '12,500.5'],
  ['1234567', '1,234,567'],
  ['1500,50', '1500,50'],
])('%j is grouped as %j', (amount, grouped) => {
  expect(groupAmount(amount)).toBe(grouped);
});

test('the caret stays behind the digit that was typed', () => {
  // '1,2|50' became '1,29|50' by typing 9, which groups to '12,9|50'.
  expect(caretAfterGrouping('1,2950', 4, '12,950')).toBe(4);
  expect(caretAfterGrouping('5000', 4, '5,000')).toBe(5);
  expect(caretAfterGrouping('5000', 0, '5,000')).toBe(0);
});
