import { describe, expect, it } from 'vitest';

import { PURCHASES_PER_HOUR } from '../../../contract/constants.ts';
import { HOUR_MS } from '../../../contract/durations.ts';
import { buyAirtime } from '../../../server/disbursements/airtime.ts';
import {
  PURCHASES,
  reconcilePurchases,
  PURCHASE_SEND_UNTIL_MS,
  RECENT_PURCHASES,
} from '../../../server/disbursements/purchases.ts';
import { settleByReference } from '../../../server/disbursements/settle-disbursement.ts';
import { keyOf, type Person } from '../../fixtures/api/people.ts';
import { givePin, PIN } from '../../fixtures/api/pins.ts';
import {
  FAILING_PHONE,
  purchaseOf,
  Purchases,
  WAITING_PHONE,
} from '../../fixtures/api/purchases.ts';
import { GOOD_PHONE } from '../../fixtures/api/request-bodies.ts';
import { setUpApp } from '../../fixtures/api/set-up.ts';
import { walletOf, receiptOf, statementOf } from '../../fixtures/api/players.ts';
import { SEND_AGAIN_AFTER_MS } from '../../../server/disbursements/disbursement.ts';

const test = setUpApp();
const purchases = new Purchases(test);
const {
  newBuyer,
  buyAirtime: buy,
  networks,
} = {
  newBuyer: purchases.newBuyer.bind(purchases),
  buyAirtime: purchases.buyAirtime.bind(purchases),
  networks: purchases.networks.bind(purchases),
};

const settle = (reference: string, query = '') =>
  test.call('POST', `root:/sandbox/settle/${reference}${query}`);

/** Airtime for ₦500 that was ordered, to which no answer came. */
const unanswered = (person: Person, changes: Parameters<Purchases['depsWith']>[0] = {}) =>
  buyAirtime(purchases.depsWith(changes), undefined, person.userId, {
    network: 'mtn',
    phone: GOOD_PHONE,
    amount: 500,
    currency: 'NGN',
  });

describe('networks', () => {
  it('are those of the caller’s region, with how their numbers begin and what they sell', async () => {
    const reply = await networks(await newBuyer(0, 'ghana'));
    expect(reply.body).toMatchObject({ region: 'ghana', currency: 'GHS', recent: [] });
    const data = reply.body['data'] as unknown as { name: string }[];
    expect(data.map(({ name }) => name)).toEqual(['MTN', 'Telecel', 'AT']);
    expect(data[0]).toMatchObject({
      id: 'mtn',
      prefixes: expect.arrayContaining(['024', '055']),
      min: 1,
      max: 500,
      amounts: [],
      bundles: expect.arrayContaining([{ id: 'mtn-data-2000', name: '3 GB, 30 days', amount: 20 }]),
    });
  });

  it('of another region are shown when it is named', async () => {
    const reply = await networks(await newBuyer(0), '?region=kenya');
    expect(reply.body).toMatchObject({ region: 'kenya', currency: 'KES' });
    expect((await networks(await newBuyer(0), '?region=togo')).status).toBe(422);
  });

  it('come with the numbers that were topped up last, each once, none that failed', async () => {
    const person = await newBuyer(10_000);
    for (let n = 0; n <= RECENT_PURCHASES; n += 1)
      await buy(person, { phone: `0803412776${n}`, amount: 100 });
    await buy(person, { phone: '+2348034127766', amount: 500, bundle: 'mtn-data-50000' });
    await buy(person, { phone: FAILING_PHONE, amount: 100 });
    const recent = (await networks(person)).body['recent'] as unknown as object[];
    expect(recent).toHaveLength(RECENT_PURCHASES);
    expect(recent[0]).toMatchObject({
      network: 'mtn',
      phone: '2348034127766',
      amount: 500,
      bundle: 'mtn-data-50000',
    });
    expect((await networks(person, '?region=kenya')).body['recent']).toEqual([]);
    expect((await networks(await newBuyer(0))).body['recent']).toEqual([]);
  });
});

describe('airtime', () => {
  it('is paid from the wallet and delivered', async () => {
    const person = await newBuyer(1000);
    const reply = await buy(person, { amount: 250.5 });
    expect(reply.body).toEqual({
      success: true,
      message: 'Your purchase was delivered',
      data: {
        reference: expect.stringMatching(/^gdp-[\da-f]{24}$/),
        status: 'completed',
        created_at: new Date(test.clock.now()).toISOString(),
      },
    });
    expect(await walletOf(test, person)).toBe(749.5);
    expect(await purchases.row(purchaseOf(reply).reference)).toMatchObject({
      customer: '2348034127765',
      service: 'mtn',
      product: 'mtn',
    });
  });

  it('takes the PIN of who has one, and counts only what was bought', async () => {
    const person = await newBuyer(1000);
    await givePin(test.deps, person.userId);
    for (let n = 0; n <= PURCHASES_PER_HOUR; n += 1)
      expect((await buy(person)).body['code']).toBe('pin_required');
    expect((await buy(person, { pin: '135791' })).body['code']).toBe('pin_wrong');
    expect(await walletOf(test, person)).toBe(1000);
    expect((await buy(person, { pin: PIN })).status).toBe(200);
    expect(await walletOf(test, person)).toBe(500);
  });

  it('that fails gives the money back', async () => {
    const person = await newBuyer(1000);
    const reply = await buy(person, { phone: FAILING_PHONE });
    expect(reply.body).toMatchObject({
      message: 'The purchase failed. The money is back in your wallet.',
      data: { status: 'failed' },
    });
    expect(await walletOf(test, person)).toBe(1000);
  });

  it.each([
    ['', 'completed', 500],
    ['?outcome=failed', 'failed', 1000],
  ])('that waits is held until the supplier decides%s', async (query, status, balance) => {
    const person = await newBuyer(1000);
    const waiting = purchaseOf(await buy(person, { phone: WAITING_PHONE }));
    expect(waiting.status).toBe('processing');
    test.clock.advance(SEND_AGAIN_AFTER_MS);
    await reconcilePurchases(test.deps);
    expect(await purchases.statusOf(waiting.reference)).toBe('processing');
    expect(await walletOf(test, person)).toBe(500);
    const settled = await settle(waiting.reference, query);
    expect(settled.body).toEqual({ success: true, data: { reference: waiting.reference, status } });
    // A second answer changes nothing.
    expect((await settle(waiting.reference)).body['data']).toMatchObject({ status });
    expect(await walletOf(test, person)).toBe(balance);
  });

  it('is a data plan at its price', async () => {
    const person = await newBuyer(5000);
    const { reference } = purchaseOf(
      await buy(person, { amount: 2500, bundle: 'mtn-data-250000' }),
    );
    expect(await purchases.row(reference)).toMatchObject({
      product: 'mtn-data',
      itemName: '6 GB, 7 days',
      status: 'completed',
    });
    expect(await walletOf(test, person)).toBe(2500);
  });

  it('with a key that was sent before is the same purchase', async () => {
    const person = await newBuyer(1000);
    const key = { 'idempotency-key': 'buy-once' };
    const first = await buy(person, {}, key);
    expect((await buy(person, {}, key)).body).toEqual(first.body);
    const other = await buy(person, { amount: 100 }, key);
    expect([other.status, other.body['code']]).toEqual([422, 'idempotency_key_reused']);
    expect(await walletOf(test, person)).toBe(500);
  });

  it('that was bought is the same to its key when its data plan is gone', async () => {
    const person = await newBuyer(5000);
    const key = keyOf(person, 'buy-once');
    const plan = {
      network: 'mtn',
      phone: GOOD_PHONE,
      amount: 2500,
      currency: 'NGN',
      bundle: 'mtn-data-250000',
    } as const;
    const first = await buyAirtime(test.deps, key, person.userId, plan);
    const listOperators = () => Promise.resolve([]);
    const sandbox = test.deps.suppliers.airtimeIn('nigeria');
    const airtimeIn = () => sandbox && { ...sandbox, listOperators };
    const deps = { ...test.deps, suppliers: { ...test.deps.suppliers, airtimeIn } };
    expect(await buyAirtime(deps, key, person.userId, plan)).toEqual(first);
    expect(await walletOf(test, person)).toBe(2500);
  });

  it.each([
    ['less than the network takes', { amount: 49.99 }, 'Please enter a valid amount (min ₦50)'],
    ['more than the network takes', { amount: 50_000.01 }, 'You can pay at most ₦50,000 at once'],
    ['a third decimal', { amount: 100.005 }, 'Please enter a valid amount'],
    ['more than there is', { amount: 1000.01 }, 'Insufficient wallet balance'],
    ['dollars', { currency: 'USD' }, 'Airtime and bills cannot be paid in this currency'],
    [
      'a data plan that is gone',
      { bundle: 'mtn-data-1' },
      'This data plan is no longer sold. Choose another one.',
    ],
    [
      'a data plan at another price',
      { bundle: 'mtn-data-50000', amount: 499 },
      'This amount is not sold. Choose one of those offered.',
    ],
    [
      'another network’s data plan',
      { bundle: 'glo-data-50000' },
      'This data plan is no longer sold. Choose another one.',
    ],
  ])('for %s is refused', async (_what, body, message) => {
    const person = await newBuyer(1000);
    const reply = await buy(person, body);
    expect([reply.status >= 400, reply.body['message']]).toEqual([true, message]);
    expect(await walletOf(test, person)).toBe(1000);
  });

  it.each([
    ['network', { network: 'safaricom' }],
    ['phone', { phone: '+254712345678' }],
    ['phone', { phone: '0803412776' }],
    ['phone', { phone: '0700 123 4567' }],
  ])('for a wrong %s is refused: %o', async (field, body) => {
    const reply = await buy(await newBuyer(1000), body);
    expect(reply.status).toBe(422);
    expect(Object.keys(reply.body['errors'] as unknown as object)).toEqual([field]);
  });

  it('is bought so often an hour, and a repeated request is not counted', async () => {
    const person = await newBuyer(10_000);
    const key = { 'idempotency-key': 'the-first-one' };
    const first = await buy(person, { amount: 50 }, key);
    for (let n = 1; n < PURCHASES_PER_HOUR; n += 1)
      expect((await buy(person, { amount: 50 })).status).toBe(200);
    expect((await buy(person, { amount: 50 })).status).toBe(429);
    expect((await buy(person, { amount: 50 }, key)).body).toEqual(first.body);
  });
});

describe('a supplier without an answer', () => {
  it('that never heard of it gets it again for ten minutes, then the money comes back', async () => {
    const person = await newBuyer(1000);
    const sent: string[] = [];
    const { reference } = await unanswered(person);
    const deps = purchases.depsWith({
      find: () => Promise.resolve({ state: 'unknown' }),
      send: (order) => {
        sent.push(order.reference);
        return Promise.reject(new Error('away'));
      },
    });
    test.clock.advance(SEND_AGAIN_AFTER_MS);
    await settleByReference(deps, PURCHASES, reference);
    expect(sent).toEqual([reference]);
    test.clock.advance(PURCHASE_SEND_UNTIL_MS);
    await settleByReference(deps, PURCHASES, reference);
    expect([sent.length, await walletOf(test, person)]).toEqual([1, 500]);
    test.clock.advance(HOUR_MS);
    await settleByReference(deps, PURCHASES, reference);
    expect([await purchases.statusOf(reference), await walletOf(test, person)]).toEqual([
      'failed',
      1000,
    ]);
  });

  it('is said so where nothing has happened yet', async () => {
    const person = await newBuyer(1000);
    const listOperators = () => Promise.reject(new Error('away'));
    await expect(unanswered(person, { listOperators })).rejects.toThrow(
      'Failed to load the networks. Please try again.',
    );
    expect(await walletOf(test, person)).toBe(1000);
  });
});

describe('the statement', () => {
  const linesOf = (person: Person) => statementOf(test, person, '?type=airtime');

  it('names what was bought, for whom, and how it stands', async () => {
    const person = await newBuyer(1000);
    await buy(person, { phone: WAITING_PHONE, bundle: 'mtn-data-50000' });
    const [line] = await linesOf(person);
    expect(line).toMatchObject({
      type: 'debit',
      transaction_type: 'airtime',
      status: 'processing',
      amount: 500,
      description: 'MTN 1 GB, 1 day ••9999',
      payment_method: 'wallet',
    });
    expect(await receiptOf(test, person, line?.id)).toMatchObject({
      to: { name: 'MTN, 1 GB, 1 day', detail: '2348034129999' },
      lines: [{ label: 'Amount', amount: 500 }],
      token: null,
    });
  });

  it('has a line of its own for money that came back', async () => {
    const person = await newBuyer(1000);
    await buy(person, { phone: FAILING_PHONE });
    expect(
      (await linesOf(person)).map(({ type, status, description }) => [type, status, description]),
    ).toEqual([
      ['credit', 'completed', 'MTN returned'],
      ['debit', 'failed', 'MTN airtime ••0000'],
    ]);
  });
});
