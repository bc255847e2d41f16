import { expect, it } from 'vitest';

import { isSameName } from './payout-name.ts';

it.each([
  ['ADA OBI', 'Ada Obi', true],
  ['OBI, ADA', 'Ada Obi', true],
  ['Ada Ngozi Obi', 'OBI ADA', true],
  ['Adé Òbí', 'ADE OBI', true],
  ['Wanjiru', 'WANJIRU', true],
  ['Ada Obi', 'Kofi Obi', false],
  ['Ada', 'Ada Obi', false],
  ['Ada Ada', 'Ada Obi', false],
  ['Ada Obi', 'Kofi Mensah', false],
  ['', '', false],
  ['…', 'Ada', false],
])('%j and %j are one person’s: %s', (one, other, isOne) => {
  expect(isSameName(one, other)).toBe(isOne);
  expect(isSameName(other, one)).toBe(isOne);
});
