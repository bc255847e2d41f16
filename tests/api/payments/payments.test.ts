import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';

import { initializeTopup } from '../../../server/payments/initialize-payment.ts';
import { addPerson, keyOf, type Person } from '../../fixtures/api/people.ts';
import { referenceOf, Topups } from '../../fixtures/api/topups.ts';
import { payments } from '../../../server/db/schema/payments.ts';
import { setUpApp } from '../../fixtures/api/set-up.ts';
import { walletOf } from '../../fixtures/api/players.ts';

const test = setUpApp();
const topups = new Topups(test);
let ada: Person;

beforeAll(async () => {
  ada = await topups.newPayer();
});

describe('payment methods', () => {
  const methods = async (query: string): Promise<string[]> => {
    const reply = await test.call('GET', `/payment-methods${query}`);
    expect(reply.status, reply.text).toBe(200);
    const list = reply.body['data'] as unknown as { id: string; default_for_region: boolean }[];
    return list.map(({ id, default_for_region }) => (default_for_region ? `${id} (default)` : id));
  };

  it('are those of the region, for a top-up without the wallet', async () => {
    expect(await methods('?region=nigeria&type=topup')).toEqual([
      'paystack (default)',
      'flutterwave',
    ]);
    expect(await methods('?region=ghana&type=topup')).toEqual([
      'paystack',
      'flutterwave',
      'mobile_money (default)',
    ]);
    expect(await methods('?region=Kenya&type=voucher')).toEqual([
      'wallet',
      'flutterwave',
      'mpesa (default)',
    ]);
    expect(await methods('')).toEqual(['wallet', 'paystack (default)', 'flutterwave']);
  });

  it('name the networks of mobile money', async () => {
    const reply = await test.call('GET', '/payment-methods?region=ghana&type=topup');
    expect(reply.body['data']).toContainEqual({
      id: 'mobile_money',
      value: 'mobile_money',
      name: 'Mobile money',
      icon: 'smartphone',
      providers: [
        { code: 'mtn', name: 'MTN MoMo' },
        { code: 'vod', name: 'Telecel Cash' },
        { code: 'atl', name: 'AT Money' },
      ],
      default_for_region: true,
      provider: 'mtn',
    });
  });

  it('refuse a region that is none', async () => {
    const reply = await test.call('GET', '/payment-methods?region=atlantis');
    expect(reply.status).toBe(422);
    expect(reply.body).toMatchObject({
      code: 'invalid_region',
      message: 'Invalid region: atlantis',
    });
    expect((await test.call('GET', '/payment-methods?type=gift')).status).toBe(422);
    expect((await test.call('GET', '/payment-methods?sort=up')).status).toBe(422);
  });
});

describe('a top-up', () => {
  it('goes from the checkout page into the wallet', async () => {
    const person = await topups.newPayer();
    const started = await topups.start(person, { amount: 5000.5 });
    const reference = referenceOf(started);
    expect(reference).toMatch(/^GDT-[0-9a-f]{24}$/);
    expect(started.body).toEqual({
      success: true,
      reference,
      authorization_url: `http://localhost:8080/sandbox/checkout/${reference}`,
    });
    expect((await topups.verify(person, reference)).body).toEqual({
      success: true,
      message: 'Your payment is not confirmed yet',
      data: { amount: 5000.5, currency: 'NGN', reason: null, status: 'pending' },
    });
    expect(await walletOf(test, person)).toBe(0);

    const returned = await topups.decide(reference, 'success');
    expect(returned.statusCode).toBe(303);
    expect(returned.headers.location).toBe(
      `http://localhost:8080/wallet?trxref=${reference}&reference=${reference}`,
    );
    expect(await walletOf(test, person)).toBe(0);
    const settled = await topups.verify(person, reference);
    expect(settled.status).toBe(200);
    expect(settled.body).toEqual({
      success: true,
      message: 'Payment successful!',
      data: { amount: 5000.5, currency: 'NGN', reason: null, status: 'settled' },
    });
    expect(await walletOf(test, person)).toBe(5000.5);
  });

  it('comes back from Flutterwave with its parameters', async () => {
    const person = await topups.newPayer();
    const reference = await topups.reference(person, { processor: 'flutterwave' });
    const { searchParams } = new URL(
      String((await topups.decide(reference, 'success')).headers.location),
    );
    expect(searchParams.get('tx_ref')).toBe(reference);
    expect(searchParams.get('status')).toBe('successful');
    const transactionId = searchParams.get('transaction_id') ?? '';
    expect(transactionId).toMatch(/^\d+$/);
    const hints = { processor: 'flutterwave', transaction_id: transactionId, status: 'successful' };
    expect((await topups.verify(person, reference, hints)).body).toMatchObject({
      data: { status: 'settled' },
    });
    expect((await topups.row(reference))?.processorReference).toBe(transactionId);
  });

  it('is open to people who have not verified their e-mail address', async () => {
    const person = await addPerson(test.deps, 'unproved', { verified: false });
    expect((await topups.start(person)).status).toBe(200);
  });

  it('that is declined moves nothing', async () => {
    const person = await topups.newPayer();
    const reference = await topups.reference(person);
    await topups.decide(reference, 'failed');
    // A return page that claims success is not believed.
    expect((await topups.verify(person, reference, { status: 'successful' })).body).toEqual({
      success: true,
      message: 'Failed to process payment. Please try again.',
      data: { amount: 5000, currency: 'NGN', status: 'failed', reason: 'declined' },
    });
    expect(await walletOf(test, person)).toBe(0);
  });

  it('is its payer’s alone', async () => {
    const reference = await topups.reference(ada);
    await topups.decide(reference, 'success');
    const reply = await topups.verify(await topups.newPayer(), reference);
    expect(reply.status).toBe(404);
    expect(reply.body).toMatchObject({
      code: 'payment_not_found',
      message: 'Payment verification failed: No reference found',
    });
    expect(await topups.statusOf(reference)).toBe('pending');
  });

  it('is continued by the same idempotency key, and refused with another content', async () => {
    const person = await topups.newPayer();
    const key = { 'idempotency-key': 'topup-0001' };
    const first = await topups.start(person, {}, key);
    expect((await topups.start(person, {}, key)).body).toEqual(first.body);
    const other = await topups.start(person, { amount: 6000 }, key);
    expect(other.status).toBe(422);
    expect(other.body).toMatchObject({ code: 'idempotency_key_reused' });
    // Another user's key of the same name is another key.
    expect(referenceOf(await topups.start(ada, {}, key))).not.toBe(referenceOf(first));
    const rows = await test.deps.db
      .select()
      .from(payments)
      .where(eq(payments.userId, person.userId));
    expect(rows).toHaveLength(1);
  });

  it('can be started again when the processor was away', async () => {
    const person = await topups.newPayer();
    const request = {
      userId: person.userId,
      amount: 10,
      currency: 'NGN',
      processor: 'paystack',
    } as const;
    const key = keyOf(person, 'away-0001');
    await expect(initializeTopup(topups.depsWith({}), key, request)).rejects.toMatchObject({
      code: 'payment_initialize_failed',
      status: 502,
    });
    const [pending] = await test.deps.db
      .select()
      .from(payments)
      .where(eq(payments.userId, person.userId));
    expect(pending).toMatchObject({ status: 'pending', authorizationUrl: null });
    // A database that takes no writes is not the gateway's failure: it is said so, and the key stays good.
    const full = { code: '53100' };
    const initialize = () => Promise.reject(Object.assign(new Error('no space left'), full));
    await expect(
      initializeTopup(topups.depsWith({ initialize }), key, request),
    ).rejects.toMatchObject(full);
    const { reference } = await initializeTopup(test.deps, key, request);
    expect(reference).toBe(pending?.reference);
  });

  it('has a bound on how many are started', async () => {
    const person = await topups.newPayer();
    const replies = [];
    for (let n = 0; n <= 60; n += 1) replies.push((await topups.start(person)).status);
    expect(replies.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 200));
    expect(replies.at(-1)).toBe(429);
  });
});

describe('bad requests', () => {
  it.each([
    ['more than a top-up may bring', { amount: 10_000_000.01 }],
    ['a phone for dollars', { currency: 'USD', processor: 'mpesa' }],
    ['a processor of another region', { processor: 'mpesa' }],
    ['an unknown processor', { processor: 'constructor' }],
    ['a network that is none', { provider: 'mtn' }],
  ])('to start one with %s are refused', async (_what, body) => {
    const before = await test.deps.db.$count(payments);
    const reply = await topups.start(ada, body);
    expect(reply.status, reply.text).toBe(422);
    expect(reply.body).toMatchObject({ success: false, message: expect.stringMatching(/.+/) });
    expect(await test.deps.db.$count(payments)).toBe(before);
  });
});
