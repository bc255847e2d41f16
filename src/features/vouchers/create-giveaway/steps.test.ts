import { expect, test } from 'vitest';

import { PAYMENT_FIELDS } from '../../../shared/payments/payment-choice.ts';
import { GIVEAWAY_FIELDS } from './giveaway-form.ts';
import { nextStep, readStep, STEP_FIELDS, STEPS, stepBefore, stepOf, stepPath } from './steps.tsx';

test('every field that can be wrong stands in a step, in the order of the form', () => {
  const inSteps: readonly string[] = STEPS.flatMap((step) => STEP_FIELDS[step]);
  expect(inSteps).toEqual([...GIVEAWAY_FIELDS, ...PAYMENT_FIELDS]);
  expect(stepOf('cover')).toBe('look');
  expect(stepOf('method')).toBe('pay');
});

test('the address names the step; a name that is none is the first', () => {
  const read = (query: string): string => readStep(new URLSearchParams(query));
  expect([read(''), read('step=look'), read('step=moon')]).toEqual(['prize', 'look', 'prize']);
  expect(stepPath('/add-voucher', 'prize')).toBe('/add-voucher');
  expect(stepPath('/add-voucher', 'pay')).toBe('/add-voucher?step=pay');
  expect([nextStep('prize'), nextStep('pay')]).toEqual(['reveal', 'pay']);
  expect([stepBefore('prize'), stepBefore('pay')]).toEqual(['prize', 'look']);
});
