import { describe, expect, it } from 'vitest';

import type { BillCategory, RecentBill } from '../../../../contract/purchases.ts';
import { BILL_REMINDER_AFTER_MS } from '../../../../contract/constants.ts';
import {
  bodyOf,
  checkBill,
  chosenIn,
  dueAgain,
  emptyForm,
  formFor,
  totalOf,
  type BillFacts,
  type BillForm,
} from './bill-form.ts';

const CATEGORIES: readonly BillCategory[] = [
  {
    id: 'electricity',
    name: 'Electricity',
    billers: [
      {
        id: 'ikeja',
        name: 'Ikeja Electric',
        customer_label: 'Meter number',
        is_checked: true,
        items: [
          { id: 'pre', name: 'Prepaid', amount: null, min: 500, max: 500_000, fee: 100 },
          { id: 'post', name: 'Postpaid', amount: null, min: null, max: null, fee: 0 },
        ],
      },
    ],
  },
  {
    id: 'tv',
    name: 'Cable TV',
    billers: [
      {
        id: 'dstv',
        name: 'DStv',
        customer_label: 'Smartcard number',
        is_checked: true,
        items: [{ id: 'padi', name: 'Padi', amount: 4400, min: null, max: null, fee: 0 }],
      },
    ],
  },
];
const FACTS: BillFacts = { region: 'nigeria', categories: CATEGORIES, balance: 5000, held: [] };
const GOOD: BillForm = {
  category: 'electricity',
  biller: 'ikeja',
  item: 'pre',
  customer: '0452 1187 339',
  amount: '1000.10',
};
const errorsOf = (form: Partial<BillForm>) => {
  const check = checkBill({ ...GOOD, ...form }, FACTS);
  return check.ok ? {} : check.errors;
};

describe('a bill', () => {
  it('is ordered with its fee, to the kobo', () => {
    const check = checkBill(GOOD, FACTS);
    expect(check.ok && bodyOf({ ...check.order, customerName: null })).toEqual({
      biller: 'ikeja',
      item: 'pre',
      customer: '04521187339',
      amount: 1000.1,
      currency: 'NGN',
      fee: 100,
    });
    expect(totalOf(GOOD, chosenIn(GOOD, CATEGORIES))).toBe(1100.1);
  });

  it('of a package has its price, and the only item is chosen by itself', () => {
    const form = { ...GOOD, category: 'tv', biller: 'dstv', item: '', amount: '1' };
    const check = checkBill(form, FACTS);
    expect(check.ok && check.order).toMatchObject({ item: { id: 'padi' }, amount: 4400 });
    expect(totalOf(form, chosenIn(form, CATEGORIES))).toBe(4400);
  });

  it.each([
    [{ biller: '' }, { biller: 'Choose a provider' }],
    [{ item: '' }, { item: 'Choose what to pay for' }],
    [{ customer: '12' }, { customer: 'Enter the number as it stands on your bill' }],
    [{ customer: '04521187339?' }, { customer: 'Enter the number as it stands on your bill' }],
    [{ amount: '' }, { amount: 'Please enter a valid amount' }],
    [{ amount: '499' }, { amount: 'Please enter a valid amount (min ₦500)' }],
    [{ amount: '500001' }, { amount: 'You can pay at most ₦500,000 at once' }],
    // With the fee it is more than there is.
    [{ amount: '4901' }, { amount: 'Insufficient wallet balance' }],
  ])('%o is refused', (form, errors) => {
    expect(errorsOf(form)).toEqual(errors);
  });
});

describe('a bill of before', () => {
  const at = (daysAgo: number, biller = 'ikeja'): RecentBill => ({
    biller,
    biller_name: 'Ikeja Electric',
    item: 'pre',
    item_name: 'Prepaid',
    customer: '04521187339',
    customer_name: null,
    amount: 1000,
    paid_at: new Date(Date.UTC(2026, 10, 22) - daysAgo * 86_400_000).toISOString(),
  });

  it('fills the form, unless its biller is gone', () => {
    expect(formFor(at(3), CATEGORIES)).toEqual({
      category: 'electricity',
      biller: 'ikeja',
      item: 'pre',
      customer: '04521187339',
      amount: '1000',
    });
    expect(formFor(at(3, 'gone'), CATEGORIES)).toBeUndefined();
    expect(emptyForm(CATEGORIES).category).toBe('electricity');
  });

  it('is named again after four weeks', () => {
    const now = Date.UTC(2026, 10, 22);
    expect(dueAgain([at(3), at(27)], now)).toBeUndefined();
    expect(dueAgain([at(3), at(28), at(60)], now)).toEqual(at(28));
    expect(dueAgain([at(0)], now + BILL_REMINDER_AFTER_MS)).toEqual(at(0));
  });
});
