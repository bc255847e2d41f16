import { describe, expect, it } from 'vitest';

import type { AirtimeNetwork } from '../../../../contract/purchases.ts';
import {
  bodyOf,
  checkAirtime,
  EMPTY_FORM,
  groupDigits,
  guessNetwork,
  networkOf,
  totalOf,
  type AirtimeFacts,
  type AirtimeForm,
} from './airtime-form.ts';

const network = (id: string, prefixes: string[], facts: object = {}): AirtimeNetwork => ({
  id,
  name: id.toUpperCase(),
  prefixes,
  min: 50,
  max: 50_000,
  amounts: [],
  bundles: [{ id: `${id}-1`, name: '1 GB, 1 day', amount: 500 }],
  ...facts,
});
const MTN = network('mtn', ['0803', '0703']);
const AIRTEL = network('airtel', ['0802', '080']);
const FIXED = network('t2', ['0809'], { amounts: [100, 200] });
const FACTS: AirtimeFacts = {
  region: 'nigeria',
  networks: [AIRTEL, MTN, FIXED],
  balance: 5000,
  held: [],
};
const GOOD: AirtimeForm = { ...EMPTY_FORM, phone: '0803 412 7765', amount: '500' };
const errorsOf = (form: Partial<AirtimeForm>) => {
  const check = checkAirtime({ ...GOOD, ...form }, FACTS);
  return check.ok ? {} : check.errors;
};

describe('the network of a number', () => {
  it.each([
    ['0803', 'mtn'],
    ['803 4', 'mtn'],
    ['٠٨٠٣', 'mtn'],
    ['tel:+234-803-412-7765', 'mtn'],
    ['+234 803 412 7765', 'mtn'],
    // The longest beginning counts.
    ['0802 412 7765', 'airtel'],
    ['0801', 'airtel'],
    ['0999', undefined],
    ['', undefined],
  ])('%s is %s', (phone, id) => {
    expect(guessNetwork(phone, FACTS)?.id).toBe(id);
  });

  it('is the one that the person chose, whatever the number says', () => {
    expect(networkOf({ ...GOOD, network: 'airtel' }, FACTS)?.id).toBe('airtel');
    expect(networkOf(GOOD, FACTS)?.id).toBe('mtn');
  });
});

describe('an order', () => {
  it('of airtime has number, network and amount', () => {
    const check = checkAirtime(GOOD, FACTS);
    expect(check.ok && bodyOf(check.order)).toEqual({
      network: 'mtn',
      phone: '08034127765',
      amount: 500,
      currency: 'NGN',
    });
  });

  it('of a data plan has its price, whatever amount was typed', () => {
    const form: AirtimeForm = { ...GOOD, kind: 'data', bundle: 'mtn-1', amount: '77' };
    const check = checkAirtime(form, FACTS);
    expect(check.ok && bodyOf(check.order)).toMatchObject({ bundle: 'mtn-1', amount: 500 });
    expect(totalOf(form, MTN)).toBe(500);
    // A plan of the network before.
    expect(totalOf(form, AIRTEL)).toBe(0);
  });

  it.each([
    [{ phone: '0803' }, { phone: 'Enter a mobile number of this country' }],
    [{ phone: '0999 412 7765' }, { network: 'Choose a network' }],
    [{ amount: '' }, { amount: 'Please enter a valid amount' }],
    [{ amount: '49' }, { amount: 'Please enter a valid amount (min ₦50)' }],
    [{ amount: '50001' }, { amount: 'You can pay at most ₦50,000 at once' }],
    [{ amount: '5001' }, { amount: 'Insufficient wallet balance' }],
    [
      { network: 't2', amount: '150' },
      { amount: 'This amount is not sold. Choose one of those offered.' },
    ],
    [{ kind: 'data' }, { bundle: 'Choose a data plan' }],
  ] as const)('%o is refused', (form, errors) => {
    expect(errorsOf(form)).toEqual(errors);
  });
});

it('says from when money that came by card can be spent', () => {
  const until = '2100-01-01T00:00:00.000Z';
  const held = [
    { amount: 4000, until, because: 'of a card', voucher_ulid: null, by_card: true },
  ] as const;
  const facts = { ...FACTS, balance: 1000, held };
  const errors = (form: Partial<AirtimeForm>) => checkAirtime({ ...GOOD, ...form }, facts);
  const amount = expect.stringMatching(
    /^₦4,000 of card money can leave from .* ₦1,000 now\.$/,
  ) as string;
  expect(errors({ amount: '1001' })).toEqual({ ok: false, errors: { amount } });
  expect(errors({ amount: '5001' })).toMatchObject({
    errors: { amount: 'Insufficient wallet balance' },
  });
});

it('shows a number in groups', () => {
  expect(groupDigits('08034127765')).toBe('0803 412 7765');
});
