import { expect, test } from 'vitest';

import { overText } from './voucher-texts.ts';

test.each([
  ['completed', 'Voucher used'],
  ['cancelled', 'Voucher cancelled'],
  ['expired', 'Voucher expired'],
] as const)('one that is %s is called that: %s', (status, text) => {
  expect(overText({ status })).toBe(text);
});
