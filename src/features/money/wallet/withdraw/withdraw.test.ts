import { describe, expect, test } from 'vitest';

import type { Failure } from '../../../../../contract/result.ts';
import type { Bank } from '../../../../../contract/withdrawals.ts';
import { quickAmounts } from '../../../../shared/wallet/amounts.ts';
import {
  changedFields,
  checkWithdraw,
  fieldErrors,
  mostToWithdraw,
  type WithdrawForm,
} from './withdraw-form.ts';
import { sampleSavedAccount } from '../../../../../local/testing/samples.ts';

const BANK: Bank = { type: 'bank', code: '058', name: 'Guaranty Trust Bank' };
const MPESA: Bank = { type: 'mobile_money', code: 'MPESA', name: 'M-PESA' };
const SAVED = sampleSavedAccount({ id: 'gdw-1' });
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
    expect(quickAmounts(2_500.5, 'NGN')).toEqual([1_000, 2_000]);
    expect(mostToWithdraw(2_500.5, 'NGN')).toBe(2_500.5);
    expect(mostToWithdraw(6_000_000, 'NGN')).toBe(5_000_000);
    expect(mostToWithdraw(99.99, 'NGN')).toBeUndefined();
    expect(quickAmounts(4, 'GHS')).toEqual([]);
  });

  test('a change is about its own field; another account about all of where to', () => {
    expect(changedFields(['amount'])).toEqual(['amount']);
    expect(changedFields(['savedId'])).toEqual(['account', 'code', 'accountNumber']);
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

test('a refusal is said beside the field that it is about', () => {
  const short: Failure = { code: 'insufficient_funds', message: 'short', status: 422 };
  expect(fieldErrors(short)).toEqual({ amount: 'short' });
  const gone: Failure = { code: 'saved_account_gone', message: 'gone', status: 404 };
  expect(fieldErrors(gone)).toEqual({ account: 'gone' });
  const unverified: Failure = { code: 'email_unverified', message: 'verify', status: 403 };
  expect(fieldErrors(unverified)).toEqual({});
});
