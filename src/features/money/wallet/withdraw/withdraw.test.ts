import { describe, expect, test } from 'vitest';

import type { Failure } from '../../../../../contract/result.ts';
import type { Bank, RailFee } from '../../../../../contract/withdrawals.ts';
import { quickAmounts } from '../../../../shared/wallet/amounts.ts';
import {
  changedFields,
  checkWithdraw,
  feeText,
  fieldErrors,
  mostToWithdraw,
  type WithdrawForm,
} from './withdraw-form.ts';
import { sampleMoneyLimit, sampleSavedAccount } from '../../../../../local/testing/samples.ts';

const BANK: Bank = { type: 'bank', code: '058', name: 'Guaranty Trust Bank' };
const MPESA: Bank = { type: 'mobile_money', code: 'MPESA', name: 'M-PESA' };
const SAVED = sampleSavedAccount({ id: 'gdw-1' });
const FEES: readonly RailFee[] = [
  { type: 'bank', up_to: 5_000, fee: 10 },
  { type: 'bank', up_to: 50_000, fee: 25 },
  { type: 'bank', up_to: null, fee: 50 },
  { type: 'mobile_money', up_to: null, fee: 1 },
];
const facts = {
  banks: [BANK, MPESA],
  accounts: [],
  currency: 'NGN',
  balance: 6_000_000,
  held: [],
  fees: FEES,
  limit: undefined,
  payoutName: undefined,
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
        fee: 10,
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
    const most = (balance: number) => mostToWithdraw({ ...facts, balance }, 'bank');
    expect(most(2_500.5)).toBe(2_490.5);
    expect(most(6_000_000)).toBe(5_000_000);
    expect(most(109.99)).toBeUndefined();
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
    errors: { amount: expect.stringMatching(/^₦200\.70 on hold can leave from .*₦100\.10/) },
  });
  const byCard = held.map((part) => ({ ...part, by_card: true as const }));
  const card = checkWithdraw(
    { ...form, amount: '300.80' },
    { ...facts, balance: 100.1, held: byCard },
  );
  expect(card).toMatchObject({
    errors: { amount: expect.stringMatching(/^₦200\.70 of card money can leave from /) },
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

describe('the fee', () => {
  const most = (balance: number) => mostToWithdraw({ ...facts, balance }, 'bank');

  test('is that of the amount’s band, and both leave the wallet', () => {
    expect(feeText(5_000, 'bank', facts)).toBe('₦10 · leaves your wallet ₦5,010');
    expect(feeText(5_000.01, 'bank', facts)).toBe('₦25 · leaves your wallet ₦5,025.01');
    expect(feeText(60_000, 'bank', facts)).toBe('₦50 · leaves your wallet ₦60,050');
    expect(feeText(20, 'mobile_money', { ...facts, currency: 'GHS' })).toBe(
      'GH₵1 · leaves your wallet GH₵21',
    );
  });

  test('is told by its bounds while there is no amount', () => {
    expect(feeText(NaN, 'bank', facts)).toBe('₦10 to ₦50, by amount');
    expect(feeText(0, 'mobile_money', facts)).toBe('₦1');
  });

  test('is taken off what can be withdrawn, by the band that lets out the most', () => {
    expect(most(5_010)).toBe(5_000);
    // With a fee of ₦25 it would be less.
    expect(most(5_020)).toBe(5_000);
    expect(most(5_030)).toBe(5_005);
    expect(most(50_060)).toBe(50_010);
  });

  test('on top of the whole balance is too much, which says what can be withdrawn', () => {
    expect(checkWithdraw({ ...form, amount: '4995' }, { ...facts, balance: 5_000 })).toMatchObject({
      errors: { amount: 'The fee of ₦10 comes on top: you can withdraw ₦4,990' },
    });
    expect(checkWithdraw({ ...form, amount: '4990' }, { ...facts, balance: 5_000 }).ok).toBe(true);
  });
});

describe('the daily limit', () => {
  const limit = sampleMoneyLimit();

  test('bounds what can be withdrawn, and a refusal says how much is left', () => {
    const known = { ...facts, limit };
    expect(mostToWithdraw(known, 'bank')).toBe(30_000);
    expect(checkWithdraw({ ...form, amount: '30000' }, known).ok).toBe(true);
    expect(checkWithdraw({ ...form, amount: '30000.01' }, known)).toMatchObject({
      errors: {
        amount:
          'You can take out ₦30,000 more today. Your limit is ₦50,000 a day, until midnight in Lagos. Your profile shows how to raise it.',
      },
    });
  });

  test('of a day that is over is whole again', () => {
    const known = { ...facts, limit: { ...limit, renews_at: '2020-01-01T23:00:00.000Z' } };
    expect(mostToWithdraw(known, 'bank')).toBe(50_000);
  });
});
