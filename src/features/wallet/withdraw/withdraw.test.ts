import { describe, expect, test } from 'vitest';

import type { Failure } from '../../../../contract/result.ts';
import type { Bank, WithdrawBody } from '../../../../contract/withdrawals.ts';
import { checkWithdraw, type WithdrawForm, type WithdrawOrder } from './withdraw-form.ts';
import { INITIAL, nextWithdraw, type WithdrawState } from './withdraw.machine.ts';

const BANK: Bank = { type: 'bank', code: '058', name: 'Guaranty Trust Bank' };
const MPESA: Bank = { type: 'mobile_money', code: 'MPESA', name: 'M-PESA' };
const facts = { banks: [BANK, MPESA], currency: 'NGN', balance: 6_000_000 } as const;
const form: WithdrawForm = {
  amount: '2500.50',
  type: 'bank',
  code: '058',
  accountNumber: '0123 456-789',
};

describe('the form', () => {
  test('is an order when it is complete', () => {
    expect(checkWithdraw(form, facts)).toEqual({
      ok: true,
      order: { amount: 2_500.5, currency: 'NGN', bank: BANK, accountNumber: '0123456789' },
    });
  });

  test.each([
    ['', 'Please enter a valid amount'],
    ['99', 'Please enter a valid amount (min ₦100)'],
    ['5000001', 'You can withdraw at most ₦5,000,000 at once'],
  ])('refuses the amount "%s"', (amount, error) => {
    expect(checkWithdraw({ ...form, amount }, facts)).toEqual({
      ok: false,
      errors: { amount: error },
    });
  });

  test('refuses more than the wallet holds, and a destination that is incomplete', () => {
    expect(
      checkWithdraw(
        { ...form, type: 'mobile_money', accountNumber: '12a' },
        { ...facts, balance: 1 },
      ),
    ).toEqual({
      ok: false,
      errors: {
        amount: 'Insufficient wallet balance',
        code: 'Choose your network',
        accountNumber: 'Enter your phone number',
      },
    });
  });
});

describe('a withdrawal', () => {
  const order: WithdrawOrder = {
    amount: 2_500,
    currency: 'NGN',
    bank: BANK,
    accountNumber: '0123456789',
  };
  const body: WithdrawBody = {
    amount: 2_500,
    currency: 'NGN',
    destination: {
      type: 'bank',
      code: '058',
      account_number: '0123456789',
      account_name: 'Ada Obi',
    },
  };
  const sending = nextWithdraw(INITIAL, { type: 'sent', body });
  const failed = (state: WithdrawState, error: Failure): WithdrawState =>
    nextWithdraw(state, { type: 'failed', error });

  test('is confirmed once the name is known, and ends with what the server says', () => {
    const checking = nextWithdraw(INITIAL, { type: 'checked' });
    const confirming = nextWithdraw(checking, { type: 'resolved', order, accountName: 'Ada Obi' });
    expect(confirming).toEqual({ phase: 'confirming', order, accountName: 'Ada Obi' });
    const answer = { reference: 'gdw-1', status: 'processing' } as const;
    expect(
      nextWithdraw(nextWithdraw(confirming, { type: 'sent', body }), { type: 'answered', answer }),
    ).toEqual({ phase: 'ended', body, answer });
  });

  test.each([
    { code: 'timeout', message: 'm' },
    { code: 'network', message: 'm' },
    { code: 'offline', message: 'm' },
    { code: 'internal', message: 'm', status: 500 },
  ] satisfies Failure[])('is unknown, not failed, after $code', (error) => {
    expect(failed(sending, error)).toEqual({ phase: 'unknown', body, message: 'm' });
  });

  test('that was refused can be corrected, beside the field where it is one', () => {
    const short: Failure = { code: 'insufficient_funds', message: 'short', status: 422 };
    expect(failed(sending, short)).toEqual({ phase: 'editing', errors: { amount: 'short' } });
    const unverified: Failure = { code: 'email_unverified', message: 'verify', status: 403 };
    expect(failed(sending, unverified)).toEqual({
      phase: 'editing',
      errors: {},
      message: 'verify',
    });
  });

  test('that is unknown stays so when it cannot be asked about', () => {
    const tooMany: Failure = { code: 'too_many_requests', message: 'wait', status: 429 };
    expect(failed(sending, tooMany)).toMatchObject({ phase: 'editing', message: 'wait' });
    const unknown = failed(sending, { code: 'timeout', message: 'm' });
    const again = nextWithdraw(unknown, { type: 'sent', body });
    expect(failed(again, tooMany)).toMatchObject({ phase: 'unknown', message: 'wait' });
  });

  test('an answer that comes after the form was reopened changes nothing', () => {
    expect(nextWithdraw(INITIAL, { type: 'resolved', order, accountName: null })).toBe(INITIAL);
    expect(failed(INITIAL, { code: 'timeout', message: 'm' })).toBe(INITIAL);
  });
});
