import { expect, test } from 'vitest';

import { Type } from 'typebox';
import { AmountSchema } from '../../contract/common.ts';
import { readTexts } from './validation.ts';

const schema = Type.Object({ amount: AmountSchema });

test.each([
  ['1500', 1500],
  ['1500.5', 1500.5],
  ['1500.50', 1500.5],
])('the amount %j of a form is %d', (amount, read) => {
  expect(readTexts(schema, { amount })).toEqual({ amount: read });
});

test.each(['1500,50', '12,5', '1,500', '1e5', '2.500', '0x10', '+5', ' 5', '5k', '٥٠٠٠', ''])(
  'the text %j of a form is no amount, and stays a text that the schema refuses',
  (amount) => {
    expect(readTexts(schema, { amount })).toEqual({ amount });
  },
);
