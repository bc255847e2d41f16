import { expect, test } from 'vitest';

import { amountFrom, checkTopUp, withMethod, type TopUpForm } from './top-up-form.ts';
import { sampleMethod } from '../../../../../local/testing/samples.ts';

const METHODS = [
  sampleMethod('paystack'),
  sampleMethod('mobile_money', {
    default_for_region: true,
    providers: [{ code: 'mtn', name: 'MTN' }],
  }),
];
const form: TopUpForm = { amount: '50', methodId: 'paystack', provider: '', phone: '' };
const given = { methods: METHODS, asked: [], currency: 'GHS' } as const;

test('a complete form is a request', () => {
  expect(checkTopUp(form, given)).toEqual({
    ok: true,
    order: { amount: 50, currency: 'GHS', processor: 'paystack' },
  });
  expect(checkTopUp({ ...form, methodId: '', provider: 'mtn' }, given)).toEqual({
    ok: true,
    order: { amount: 50, currency: 'GHS', processor: 'mobile_money', provider: 'mtn' },
  });
});

test.each(['', '0', '10000001'])('the amount "%s" is refused', (amount) => {
  expect(checkTopUp({ ...form, amount }, given)).toEqual({
    ok: false,
    errors: { amount: 'Please enter a valid amount' },
  });
});

test('what its method asks for is asked for, and goes along', () => {
  const phone = { name: 'phone', label: 'Phone', required: true, phone_code: '+233' } as const;
  const asking = { ...given, asked: [phone] };
  expect(checkTopUp({ ...form, methodId: 'mobile_money' }, asking)).toEqual({
    ok: false,
    errors: { provider: 'Choose your network', phone: 'Please enter your phone number' },
  });
  expect(checkTopUp({ ...form, phone: '0241234567' }, asking)).toMatchObject({
    order: { config: { phone: '0241234567' } },
  });
});

test("the region's own method is chosen at first", () => {
  expect(withMethod({ ...form, methodId: '' }, METHODS).methodId).toBe('mobile_money');
});

test.each([
  ['300', '300'],
  ['10000000', '10000000'],
  ['10000001', ''],
  ['0', ''],
  ['-5', ''],
  ['5.5', ''],
  ['1e3', ''],
  ['x', ''],
  ['', ''],
])('an address that says %j begins with the amount %j', (text, amount) => {
  expect(amountFrom(text)).toBe(amount);
});
