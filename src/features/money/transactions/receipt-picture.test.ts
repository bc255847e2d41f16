import { expect, test } from 'vitest';

import { wrap } from './receipt-picture.ts';

const widthOf = (text: string): number => text.length;

test.each([
  ['', ['']],
  ['Your wallet, NGN', ['Your wallet, NGN']],
  ['Ada Obi, Guaranty Trust Bank', ['Ada Obi, Guaranty', 'Trust Bank']],
  ['a 01234567890123456789012345 b', ['a', '01234567890123456789', '012345 b']],
])('no line of a picture is wider than its room: %j', (text, lines) => {
  expect(wrap(text, 20, widthOf)).toEqual(lines);
});
