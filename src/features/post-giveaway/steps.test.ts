import { expect, test } from 'vitest';

import { PAYMENT_FIELDS } from '../../domain/payments/payment-choice.ts';
import { GIVEAWAY_FIELDS } from './giveaway-form.ts';
import { faultsIn, firstFault, nextStep, readStep, stepBefore, stepOf, stepPath } from './steps.ts';

test('every field that can be wrong stands in a step, in the order of the form', () => {
  const fields = [...GIVEAWAY_FIELDS, ...PAYMENT_FIELDS];
  const order = fields.map((field) => ['prize', 'reveal', 'look', 'pay'].indexOf(stepOf(field)));
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(stepOf('cover')).toBe('look');
  expect(stepOf('method')).toBe('pay');
});

test('the first fault is the topmost, and each step has its own', () => {
  const errors = { method: 'a', adUrl: 'b', opensAt: 'c' };
  expect(firstFault(errors)).toBe('opensAt');
  expect(firstFault({})).toBeUndefined();
  expect(faultsIn(errors, 'look')).toEqual({ adUrl: 'b' });
  expect(faultsIn(errors, 'prize')).toEqual({});
});

test('the address names the step; a name that is none is the first', () => {
  const read = (query: string): string => readStep(new URLSearchParams(query));
  expect([read(''), read('step=look'), read('step=moon')]).toEqual(['prize', 'look', 'prize']);
  expect(stepPath('/add-voucher', 'prize')).toBe('/add-voucher');
  expect(stepPath('/add-voucher', 'pay')).toBe('/add-voucher?step=pay');
  expect([nextStep('prize'), nextStep('pay')]).toEqual(['reveal', 'pay']);
  expect([stepBefore('prize'), stepBefore('pay')]).toEqual(['prize', 'look']);
});
