import { describe, expect, test } from 'vitest';

import type { Failure } from '../../../../../contract/result.ts';
import type { Bank, SavedAccount, WithdrawBody } from '../../../../../contract/withdrawals.ts';
import {
  changedFields,
  checkWithdraw,
  fieldErrors,
  mostToWithdraw,
  quickWithdrawals,
  type WithdrawForm,
  type WithdrawOrder,
} from './withdraw-form.ts';
import { INITIAL, nextWithdraw, type WithdrawState } from './withdraw.machine.ts';

const BANK: Bank = { type: 'bank', code: '058', name: 'Guaranty Trust Bank' };
const MPESA: Bank = { type: 'mobile_money', code: 'MPESA', name: 'M-PESA' };
const SAVED: SavedAccount = {
  id: 'gdw-1',
  currency: 'NGN',
  type: 'bank',
  bank_name: 'Kuda Bank',
  account_ending: '6789',
  account_name: 'Ada Obi',
  last_used_at: '2026-11-01T00:00:00.000Z',
};
const facts = {
  banks: [BANK, MPESA],
  accounts: [],
  currency: 'NGN',
  balance: 6_000_000,
  held: [],
} as const;
const form: WithdrawForm = {
  amount: '2500.50',
  savedId: undefined,
  type: 'bank',
  code: '058',
  accountNumber: '0123 456-789',
};

describe('the form', () => {
  test('is an order when it is complete', () => {
    expect(checkWithdraw(form, facts)).toEqual({
      ok: true,
      order: {
        amount: 2_500.5,
        currency: 'NGN',
        target: { kind: 'typed', bank: BANK, accountNumber: '0123456789' },
      },
    });
  });

  test('takes a number as a phone copies it from its contacts', () => {
    const copied = { ...form, accountNumber: '\u202A+234 (803) 412\u20117765\u202C' };
    expect(checkWithdraw(copied, facts)).toMatchObject({
      order: { target: { accountNumber: '+2348034127765' } },
    });
  });

  test('goes to the latest saved account, to the chosen one, or to the one that is typed', () => {
    const older = { ...SAVED, id: 'gdw-0' };
    const known = { ...facts, accounts: [SAVED, older] };
    const empty = { ...form, code: '', accountNumber: '' };
    const targetOf = (savedId: string | undefined) => checkWithdraw({ ...empty, savedId }, known);
    expect(targetOf(undefined)).toMatchObject({ order: { target: { account: SAVED } } });
    expect(targetOf('gdw-0')).toMatchObject({ order: { target: { account: older } } });
    expect(targetOf('')).toEqual({
      ok: false,
      errors: { code: 'Choose your bank', accountNumber: 'Enter your account number' },
    });
  });

  test('offers what the balance suffices for, and all of it within the limit', () => {
    expect(quickWithdrawals(2_500.5, 'NGN')).toEqual([1_000, 2_000]);
    expect(mostToWithdraw(2_500.5, 'NGN')).toBe(2_500.5);
    expect(mostToWithdraw(6_000_000, 'NGN')).toBe(5_000_000);
    expect(mostToWithdraw(99.99, 'NGN')).toBeUndefined();
    expect(quickWithdrawals(4, 'GHS')).toEqual([]);
  });

  test('a change is about its own field; another account about all of where to', () => {
    expect(changedFields({ amount: '1' })).toEqual(['amount']);
    expect(changedFields({ savedId: '' })).toEqual(['account', 'code', 'accountNumber']);
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

test('says until when what is held stays, also of a whole balance whose parts do not add up exactly', () => {
  const until = '2100-01-01T00:00:00.000Z';
  const held = [{ amount: 200.7, until, because: 'a win is looked at', voucher_ulid: null }];
  const checked = checkWithdraw({ ...form, amount: '300.80' }, { ...facts, balance: 100.1, held });
  expect(checked).toMatchObject({
    errors: { amount: expect.stringMatching(/^₦200\.70 of your balance is held until .*₦100\.10/) },
  });
  const more = checkWithdraw({ ...form, amount: '300.81' }, { ...facts, balance: 100.1, held });
  expect(more).toMatchObject({ errors: { amount: 'Insufficient wallet balance' } });
});

describe('a withdrawal', () => {
  const order: WithdrawOrder = {
    amount: 2_500,
    currency: 'NGN',
    target: { kind: 'typed', bank: BANK, accountNumber: '0123456789' },
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
    const created_at = '2026-11-23T10:12:00.000Z';
    const answer = { reference: 'gdw-1', status: 'processing', created_at } as const;
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
    expect(failed(sending, error)).toEqual({ phase: 'unknown', body, failure: error });
  });

  test('that was refused can be corrected, beside the field where it is one', () => {
    const short: Failure = { code: 'insufficient_funds', message: 'short', status: 422 };
    expect(failed(sending, short)).toEqual({ phase: 'editing' });
    expect(fieldErrors(short)).toEqual({ amount: 'short' });
    const gone: Failure = { code: 'saved_account_gone', message: 'gone', status: 404 };
    expect(fieldErrors(gone)).toEqual({ account: 'gone' });
    const unverified: Failure = { code: 'email_unverified', message: 'verify', status: 403 };
    expect(failed(sending, unverified)).toEqual({ phase: 'editing' });
    expect(fieldErrors(unverified)).toEqual({});
  });

  test('that is unknown stays so when it cannot be asked about', () => {
    const tooMany: Failure = { code: 'too_many_requests', message: 'wait', status: 429 };
    expect(failed(sending, tooMany)).toEqual({ phase: 'editing' });
    const unknown = failed(sending, { code: 'timeout', message: 'm' });
    const again = nextWithdraw(unknown, { type: 'sent', body });
    expect(failed(again, tooMany)).toMatchObject({ phase: 'unknown', failure: tooMany });
  });

  test('an answer that comes after the form was reopened changes nothing', () => {
    expect(nextWithdraw(INITIAL, { type: 'resolved', order, accountName: null })).toBe(INITIAL);
    expect(failed(INITIAL, { code: 'timeout', message: 'm' })).toBe(INITIAL);
  });
});
