import { expect, test } from 'vitest';

import { groupedCode } from './grouped-code.ts';

test.each([
  ['', ''],
  ['4', '4'],
  ['44719', '4471 9'],
  ['4471 9028 8', '4471 9028 8'],
  ['4471902886130', '4471 9028 86130'],
  ['4471-9028-86130-99', '4471 9028 86130'],
  ['a4b4', '44'],
  ['٤٤٧١٩', '4471 9'],
])('%j is shown as %j', (text, shown) => {
  expect(groupedCode(text)).toBe(shown);
});
