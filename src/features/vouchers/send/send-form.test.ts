import { describe, expect, test } from 'vitest';

import { errorMessage } from '../../../../contract/errors.ts';
import { chargeOf } from '../../../shared/payments/payment-choice.ts';
import { amountMinorOf } from '../create/amount-fields.tsx';
import { checkSend, emptySend, readAddressee, type SendForm } from './send-form.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');

describe('whom it goes to', () => {
  test.each([
    [' @Kofi ', { kind: 'user', username: 'kofi' }],
    ['kofi_2', { kind: 'user', username: 'kofi_2' }],
    ['@08034123456', { kind: 'user', username: '08034123456' }],
    ['Amara@Mail.test', { kind: 'email', email: 'amara@mail.test' }],
    ['0803 412 3456', { kind: 'phone', phone: '2348034123456' }],
    ['+234 803 412 3456', { kind: 'phone', phone: '2348034123456' }],
    ['+44 7700 900123', { kind: 'phone', phone: '447700900123' }],
    ['', undefined],
    ['ko', undefined],
    ['amara@mail', undefined],
    ['12345678', undefined],
  ])('%j', (text, expected) => {
    expect(readAddressee(text, 'nigeria')).toEqual(expected);
  });
});

function check(change: Partial<SendForm>, balanceMinor?: bigint) {
  const form = { ...emptySend('NGN'), to: '@kofi', amount: '3000', ...change };
  const amountMinor = amountMinorOf(form);
  const { currency } = form;
  const charge =
    amountMinor === undefined
      ? undefined
      : chargeOf({ purpose: 'payment', amountMinor, currency }, 1);
  return checkSend(form, { region: 'nigeria', charge, balanceMinor, nowMs: NOW });
}

test('an order says what leaves the wallet, with the fee of 100', () => {
  expect(check({}, 350_000n)).toMatchObject({
    ok: true,
    order: {
      to: { kind: 'user', username: 'kofi' },
      body: { amount: 3000, currency: 'NGN', is_private: true },
      totalMinor: 310_000n,
      feeMinor: 10_000n,
    },
  });
});

test('the wallet must hold 500 more than the amount', () => {
  expect(check({}, 349_999n)).toMatchObject({
    errors: { amount: errorMessage('wallet_reserve_short') },
  });
  expect(check({}, 309_999n)).toMatchObject({
    errors: { amount: errorMessage('insufficient_funds') },
  });
  // Before the balance was fetched the server decides.
  expect(check({})).toMatchObject({ ok: true });
});

test('several faults are said at once, and nothing is asked of an empty form', () => {
  expect(check({ to: '', amount: '5', doesExpire: true })).toMatchObject({
    ok: false,
    errors: {
      to: 'Enter a username, an e-mail address or a mobile number',
      amount: 'Please enter a valid amount (min ₦10)',
      expiresAt: 'Choose a day and a time',
    },
  });
});

test('what is chosen under Advanced is sent', () => {
  const expiresAt = '2026-12-24T18:00';
  expect(
    check({ hasTwoFactor: true, isPrivate: false, doesExpire: true, expiresAt }),
  ).toMatchObject({
    order: {
      body: {
        enable_2fa: true,
        is_private: false,
        expires_at: new Date(expiresAt).toISOString(),
      },
    },
  });
});
