import { describe, expect, test } from 'vitest';

import { saidOfFields } from '../../../platform/form/use-form.ts';
import {
  checkVoucher,
  emptyPaymentVoucher,
  FIELD_OF,
  type PaymentVoucherForm,
} from './payment-voucher-form.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const form = (change: Partial<PaymentVoucherForm> = {}): PaymentVoucherForm => ({
  ...emptyPaymentVoucher('NGN'),
  amount: '5000',
  ...change,
});
const errorsOf = (change: Partial<PaymentVoucherForm>) => {
  const check = checkVoucher(form(change), NOW);
  return check.ok ? {} : check.errors;
};

describe('the amount', () => {
  test.each([
    ['', 'NGN', 'Please enter a valid amount (min ₦10)'],
    ['9', 'NGN', 'Please enter a valid amount (min ₦10)'],
    ['9', 'GHS', 'Please enter a valid amount (min GH₵10)'],
    ['0', 'KES', 'Please enter a valid amount (min KSh10)'],
    ['0.49', 'USD', 'Please enter a valid amount (min $0.5)'],
    ['99999999999999999', 'NGN', 'Please enter a valid amount (min ₦10)'],
  ] as const)('%j %s', (amount, currency, message) => {
    expect(errorsOf({ amount, currency })).toEqual({ amount: message });
  });

  test.each([
    ['10', 'NGN'],
    ['0.5', 'USD'],
  ] as const)('%s %s is enough', (amount, currency) => {
    expect(checkVoucher(form({ amount, currency }), NOW)).toMatchObject({
      ok: true,
      order: { amount: Number(amount), currency },
    });
  });
});

describe('the recipient', () => {
  test.each([
    [' ', 'Please enter the recipient email address'],
    ['amara', 'Please enter a valid email address'],
  ])('%j', (recipient, message) => {
    expect(errorsOf({ isRestricted: true, recipient })).toEqual({ recipient: message });
  });

  test('is only sent when the voucher is restricted', () => {
    const recipient = ' amara@mail.test ';
    expect(checkVoucher(form({ isRestricted: true, recipient }), NOW)).toMatchObject({
      order: { restrict_recipient: true, recipient_email: 'amara@mail.test' },
    });
    const open = checkVoucher(form({ recipient }), NOW);
    expect(open.ok && Object.keys(open.order)).toEqual(['amount', 'currency', 'is_private']);
  });
});

test('the deadline is sent, and has to be still to come', () => {
  const expiresAt = '2026-12-24T18:00';
  expect(checkVoucher(form({ doesExpire: true, expiresAt }), NOW)).toMatchObject({
    order: { expires_at: new Date(expiresAt).toISOString() },
  });
  expect(errorsOf({ doesExpire: true, expiresAt: '2020-01-01T10:00' })).toHaveProperty('expiresAt');
});

test('several faults are said at once', () => {
  expect(Object.keys(errorsOf({ amount: '5', isRestricted: true, doesExpire: true }))).toEqual([
    'amount',
    'recipient',
    'expiresAt',
  ]);
});

test("the server's words come to the fields they are about", () => {
  const fields = { expires_at: ['has to be in the future'], code: ['is taken'] };
  expect(saidOfFields(FIELD_OF, { fields })).toEqual({
    expiresAt: 'Has to be in the future',
  });
});
