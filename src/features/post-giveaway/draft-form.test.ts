import { expect, test } from 'vitest';

import { restoreForm } from './draft-form.ts';
import { emptyGiveaway } from './giveaway-form.ts';

const EMPTY = emptyGiveaway('NGN');

test('a draft comes back whole', () => {
  const form = {
    ...EMPTY,
    amount: '2500',
    currency: 'KES',
    method: 'time',
    entryRule: 'aged',
    isPrivate: true,
  } as const;
  expect(restoreForm(structuredClone(form), EMPTY)).toEqual(form);
});

test('what an older or a broken draft holds beside the form is passed over', () => {
  const left = {
    amount: 2500,
    currency: 'XAU',
    maskedDigits: 3,
    method: 'luck',
    entryRule: 'friends',
    unknown: 'x',
  };
  expect(restoreForm(left, EMPTY)).toEqual(EMPTY);
  expect(restoreForm('nonsense', EMPTY)).toEqual(EMPTY);
  expect(restoreForm(null, EMPTY)).toEqual(EMPTY);
});
