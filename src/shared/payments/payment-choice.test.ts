import { describe, expect, test } from 'vitest';

import { REGIONS } from '../../../contract/region-table.ts';
import {
  checkPayment,
  formAgain,
  methodsIn,
  NO_PAYMENT,
  offeredChoice,
  walletProblem,
  type AskedField,
  chargeOf,
} from './payment-choice.ts';
import { sampleMethod } from '../../../local/testing/samples.ts';

const METHODS = [
  sampleMethod('wallet'),
  sampleMethod('paystack'),
  sampleMethod('mpesa'),
  sampleMethod('mobile_money', { providers: [{ code: 'mtn', name: 'MTN MoMo' }] }),
];
const PHONE: AskedField = { name: 'phone', label: 'Phone', required: true, phone_code: '+254' };
const charge = chargeOf({ purpose: 'payment', amountMinor: 100_000n, currency: 'NGN' }, 1);
const given = { methods: METHODS, asked: [], charge, balanceMinor: 1_000_000n };

describe('what a voucher costs', () => {
  test('from the wallet the fee comes on top, and 500 have to be there', () => {
    expect(charge).toEqual({
      walletFeeMinor: 10_000n,
      walletMinor: 110_000n,
      neededMinor: 150_000n,
      processorMinor: 100_000n,
    });
  });

  test('a giveaway costs its fee by every method', () => {
    const giveaway = chargeOf({ purpose: 'giveaway', amountMinor: 100_000n, currency: 'NGN' }, 1);
    expect(giveaway.walletMinor).toBe(110_000n);
    expect(giveaway.processorMinor).toBe(110_000n);
    expect(giveaway.neededMinor).toBe(110_000n);
  });

  test('in dollars fee and reserve are those of the local currency, rounded up', () => {
    const dollars = chargeOf({ purpose: 'payment', amountMinor: 50n, currency: 'USD' }, 0.00066);
    expect(dollars).toMatchObject({ walletMinor: 57n, neededMinor: 83n, processorMinor: 50n });
  });
});

test.each([
  [
    149_999n,
    'Your wallet balance is insufficient. Please top up your wallet or choose another payment method.',
  ],
  [109_999n, 'Insufficient wallet balance'],
  [150_000n, undefined],
  [undefined, undefined],
])('the wallet with %s', (balanceMinor, problem) => {
  expect(walletProblem({ charge, balanceMinor })).toBe(problem);
  const check = checkPayment({ ...NO_PAYMENT, methodId: 'wallet' }, { ...given, balanceMinor });
  expect(check).toEqual(
    problem === undefined
      ? { ok: true, order: { method: 'wallet' } }
      : { ok: false, errors: { method: problem } },
  );
});

test('a method has to be chosen', () => {
  expect(checkPayment(NO_PAYMENT, given)).toEqual({
    ok: false,
    errors: { method: 'Please select a payment method' },
  });
});

test('a processor asks for its network and its phone number', () => {
  const mobile = { ...NO_PAYMENT, methodId: 'mobile_money' };
  expect(checkPayment(mobile, { ...given, asked: [PHONE] })).toEqual({
    ok: false,
    errors: { provider: 'Choose your network', phone: 'Please enter your phone number' },
  });
  const filled = { ...mobile, provider: 'mtn', phone: ' 0712 345678 ' };
  expect(checkPayment(filled, { ...given, asked: [PHONE] })).toEqual({
    ok: true,
    order: { method: 'mobile_money', provider: 'mtn', phone: '0712 345678' },
  });
});

test('a phone number that is asked for may be left out where it need not be told', () => {
  const asked = [{ ...PHONE, required: false }];
  const paystack = { ...NO_PAYMENT, methodId: 'paystack' };
  expect(checkPayment(paystack, { ...given, asked })).toMatchObject({ ok: true });
});

test('what another method was told is not sent', () => {
  const form = { methodId: 'paystack', provider: 'mtn', phone: '0712345678' };
  expect(checkPayment(form, given)).toEqual({ ok: true, order: { method: 'paystack' } });
});

describe('a currency', () => {
  const KENYA = [sampleMethod('wallet'), sampleMethod('flutterwave'), sampleMethod('mpesa')];
  const GHANA = ['wallet', 'paystack', 'flutterwave', 'mobile_money'].map((id) => sampleMethod(id));
  test.each([
    ['KES', KENYA, ['wallet', 'flutterwave', 'mpesa']],
    ['USD', KENYA, ['wallet', 'flutterwave']],
    ['NGN', KENYA, ['wallet', 'flutterwave']],
    ['GHS', GHANA, ['wallet', 'paystack', 'flutterwave', 'mobile_money']],
    ['USD', GHANA, ['wallet', 'paystack', 'flutterwave']],
  ] as const)('%s leaves the methods that can pay it', (currency, methods, ids) => {
    expect(methodsIn(currency, methods).map(({ id }) => id)).toEqual(ids);
  });

  test('that takes the chosen method away brings the first choice back, until it returns', () => {
    const mpesa = { methodId: 'mpesa', provider: '', phone: '0712345678' };
    const wallet = { ...NO_PAYMENT, methodId: 'wallet' };
    expect(offeredChoice(mpesa, methodsIn('USD', KENYA), wallet)).toBe(wallet);
    expect(offeredChoice(mpesa, methodsIn('USD', KENYA), NO_PAYMENT)).toBe(NO_PAYMENT);
    expect(offeredChoice(mpesa, methodsIn('KES', KENYA), wallet)).toBe(mpesa);
    expect(offeredChoice(mpesa, undefined, wallet)).toBe(mpesa);
  });
});

test.each(Object.values(REGIONS))(
  'the wallet of $name is filled by every method there',
  (region) => {
    const methods = region.processors.map((name) => sampleMethod(name));
    expect(methodsIn(region.currency, methods)).toEqual(methods);
  },
);

const mobileMoney = sampleMethod('mobile_money', { default_for_region: true });
const OFFERED = [sampleMethod('paystack'), mobileMoney];
const entered = { processor: 'mobile_money', provider: 'mtn', phone: '0241234567' };

test('the same again is all that was entered', () => {
  expect(formAgain(entered, 'same', OFFERED)).toEqual({
    methodId: 'mobile_money',
    provider: 'mtn',
    phone: '0241234567',
  });
});

test('another way is another method, the own of the region first', () => {
  const form = { provider: '', phone: '0241234567' };
  expect(formAgain(entered, 'another', OFFERED)).toEqual({ ...form, methodId: 'paystack' });
  const byCard = { ...entered, processor: 'paystack' };
  expect(formAgain(byCard, 'another', OFFERED)).toEqual({ ...form, methodId: 'mobile_money' });
  const only = OFFERED.slice(1);
  expect(formAgain(entered, 'another', only)).toEqual({ ...form, methodId: '' });
});

test('another way is never the wallet, which was not chosen before', () => {
  const byCard = { ...entered, processor: 'paystack' };
  const methods = [
    sampleMethod('wallet', { default_for_region: true }),
    sampleMethod('paystack'),
    sampleMethod('flutterwave'),
  ];
  expect(formAgain(byCard, 'another', methods).methodId).toBe('flutterwave');
  expect(formAgain(byCard, 'another', methods.slice(0, 2)).methodId).toBe('');
});

test('what is not known any more, or not offered, is chosen anew', () => {
  expect(formAgain(undefined, 'same', OFFERED)).toEqual(NO_PAYMENT);
  expect(formAgain({ ...entered, processor: 'mpesa' }, 'same', OFFERED)).toEqual(NO_PAYMENT);
});
