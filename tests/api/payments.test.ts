import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { RECONCILE_AFTER_MS, RECONCILE_UNTIL_MS } from '../../contract/constants.ts';
import { payments } from '../../server/db/schema/ledger.ts';
import type { Deps } from '../../server/deps.ts';
import { checkBooks, faultsOf } from '../../server/ledger/check-books.ts';
import type { PaymentProcessor, ProcessorVerdict } from '../../server/payments/processor.ts';
import { reconcilePending } from '../../server/payments/reconcile-pending.ts';
import { settlePayment } from '../../server/payments/settle-payment.ts';
import { startTestApp, type Reply, type TestApp } from '../fixtures/api.ts';
import { addPerson, type Person } from '../fixtures/people.ts';

let test: TestApp;
let ada: Person;
let people = 0;

beforeAll(async () => {
  test = await startTestApp();
  ada = await addPerson(test.deps, 'ada');
});
afterAll(async () => {
  expect(faultsOf(await checkBooks(test.deps.db))).toEqual([]);
  await test.close();
});

const somebody = (region: Person['region'] = 'nigeria'): Promise<Person> => {
  people += 1;
  return addPerson(test.deps, `somebody_${people}`, { region });
};

const start = (person: Person, body: object = {}, headers: Record<string, string> = {}) =>
  test.call('POST', '/wallet/topup/initialize', {
    token: person.token,
    headers,
    body: { amount: 5000, currency: 'NGN', processor: 'paystack', ...body },
  });

const verify = (person: Person, reference: string, body: object = {}) =>
  test.call('POST', '/wallet/topup/verify', {
    token: person.token,
    body: { reference, processor: 'paystack', ...body },
  });

const decide = (reference: string, outcome: string) =>
  test.app.inject({
    method: 'POST',
    url: `/sandbox/checkout/${reference}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `outcome=${outcome}`,
  });

const referenceOf = (reply: Reply): string => {
  expect(reply.status, reply.text).toBe(200);
  return String(reply.body['reference']);
};

const walletsOf = async (person: Person): Promise<unknown> =>
  (await test.call('GET', '/wallet/balances', { token: person.token })).body;

const walletWith = (amount: number) => ({ success: true, data: { wallets: { NGN: { amount } } } });

const rowOf = async (reference: string) =>
  (await test.deps.db.select().from(payments).where(eq(payments.reference, reference)))[0];

/** The server with a processor whose every word the test chooses. */
function depsWith(processor: Partial<PaymentProcessor>): Deps {
  const silent: PaymentProcessor = {
    name: 'paystack',
    initialize: () => Promise.reject(new Error('not asked')),
    verify: () => Promise.reject(new Error('not asked')),
  };
  return { ...test.deps, processors: { find: () => ({ ...silent, ...processor }) } };
}

const saying = (verdict: Partial<ProcessorVerdict>): Deps =>
  depsWith({
    verify: () =>
      Promise.resolve({
        state: 'paid',
        amountMinor: 500_000n,
        currency: 'NGN',
        processorReference: '1',
        ...verdict,
      }),
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
    const person = await somebody();
    const started = await start(person, { amount: 5000.5 });
    const reference = referenceOf(started);
    expect(reference).toMatch(/^GDT-[0-9a-f]{24}$/);
    expect(started.body).toEqual({
      success: true,
      reference,
      authorization_url: `http://localhost:8080/sandbox/checkout/${reference}`,
    });
    expect((await verify(person, reference)).body).toEqual({
      success: true,
      message: 'Your payment is not confirmed yet',
      data: { amount: 5000.5, currency: 'NGN', status: 'pending' },
    });
    expect(await walletsOf(person)).toEqual(walletWith(0));

    const returned = await decide(reference, 'success');
    expect(returned.statusCode).toBe(303);
    expect(returned.headers.location).toBe(
      `http://localhost:8080/wallet?trxref=${reference}&reference=${reference}`,
    );
    expect(await walletsOf(person)).toEqual(walletWith(0));
    const settled = await verify(person, reference);
    expect(settled.status).toBe(200);
    expect(settled.body).toEqual({
      success: true,
      message: 'Payment successful!',
      data: { amount: 5000.5, currency: 'NGN', status: 'settled' },
    });
    expect(await walletsOf(person)).toEqual(walletWith(5000.5));
  });

  it('comes back from Flutterwave with its parameters', async () => {
    const person = await somebody();
    const reference = referenceOf(await start(person, { processor: 'flutterwave' }));
    const { searchParams } = new URL(String((await decide(reference, 'success')).headers.location));
    expect(searchParams.get('tx_ref')).toBe(reference);
    expect(searchParams.get('status')).toBe('successful');
    const transactionId = searchParams.get('transaction_id') ?? '';
    expect(transactionId).toMatch(/^\d+$/);
    const hints = { processor: 'flutterwave', transaction_id: transactionId, status: 'successful' };
    expect((await verify(person, reference, hints)).body).toMatchObject({
      data: { status: 'settled' },
    });
    expect((await rowOf(reference))?.processorReference).toBe(transactionId);
  });

  it('is open to people who have not verified their e-mail address', async () => {
    const person = await addPerson(test.deps, 'unproved', { verified: false });
    expect((await start(person)).status).toBe(200);
  });

  it('that is declined moves nothing', async () => {
    const person = await somebody();
    const reference = referenceOf(await start(person));
    await decide(reference, 'failed');
    // A return page that claims success is not believed.
    expect((await verify(person, reference, { status: 'successful' })).body).toEqual({
      success: true,
      message: 'Failed to process payment. Please try again.',
      data: { amount: 5000, currency: 'NGN', status: 'failed' },
    });
    expect(await walletsOf(person)).toEqual(walletWith(0));
  });

  it('that failed first and was paid then is credited', async () => {
    const person = await somebody();
    const reference = referenceOf(await start(person));
    expect((await settlePayment(saying({ state: 'failed' }), reference)).payment.status).toBe(
      'failed',
    );
    expect((await settlePayment(saying({}), reference)).payment.status).toBe('settled');
    expect(await walletsOf(person)).toEqual(walletWith(5000));
  });

  it('settles once, however often it is reported', async () => {
    const person = await somebody();
    const reference = referenceOf(await start(person));
    await decide(reference, 'success');
    const replies = await Promise.all(Array.from({ length: 10 }, () => verify(person, reference)));
    for (const reply of replies) expect(reply.body).toMatchObject({ data: { status: 'settled' } });
    // Settled is settled, whatever the processor says later.
    await settlePayment(saying({ state: 'failed' }), reference);
    expect(await walletsOf(person)).toEqual(walletWith(5000));
  });

  it.each([
    ['amount', { amountMinor: 499_999n }],
    ['currency', { currency: 'GHS' }],
  ])('with another %s than was asked waits for a person', async (_what, wrong) => {
    const person = await somebody();
    const reference = referenceOf(await start(person));
    const { payment, mismatch } = await settlePayment(saying(wrong), reference);
    expect([payment.status, mismatch]).toEqual(['pending', true]);
    test.clock.advance(RECONCILE_UNTIL_MS + 1);
    await reconcilePending(saying(wrong));
    expect((await rowOf(reference))?.status).toBe('pending');
    expect(await walletsOf(person)).toEqual(walletWith(0));
    await test.deps.db
      .update(payments)
      .set({ status: 'failed' })
      .where(eq(payments.reference, reference));
  });

  it('is somebody’s own', async () => {
    const reference = referenceOf(await start(ada));
    await decide(reference, 'success');
    const reply = await verify(await somebody(), reference);
    expect(reply.status).toBe(404);
    expect(reply.body).toMatchObject({
      code: 'payment_not_found',
      message: 'Payment verification failed: No reference found',
    });
    expect((await rowOf(reference))?.status).toBe('pending');
  });

  it('is continued by the same idempotency key, and refused with another content', async () => {
    const person = await somebody();
    const key = { 'idempotency-key': 'topup-0001' };
    const first = await start(person, {}, key);
    expect((await start(person, {}, key)).body).toEqual(first.body);
    const other = await start(person, { amount: 6000 }, key);
    expect(other.status).toBe(422);
    expect(other.body).toMatchObject({ code: 'idempotency_key_reused' });
    // Somebody else's key of the same name is another key.
    expect(referenceOf(await start(ada, {}, key))).not.toBe(referenceOf(first));
    const rows = await test.deps.db
      .select()
      .from(payments)
      .where(eq(payments.userId, person.userId));
    expect(rows).toHaveLength(1);
  });

  it('can be started again when the processor was away', async () => {
    const person = await somebody();
    const { initializeTopup } = await import('../../server/payments/initialize-topup.ts');
    const request = {
      userId: person.userId,
      amount: 10,
      currency: 'NGN',
      processor: 'paystack',
    } as const;
    const key = { userId: person.userId, key: 'away-0001', requestHash: 'x' };
    await expect(initializeTopup(depsWith({}), key, request)).rejects.toMatchObject({
      code: 'payment_initialize_failed',
      status: 502,
    });
    const [pending] = await test.deps.db
      .select()
      .from(payments)
      .where(eq(payments.userId, person.userId));
    expect(pending).toMatchObject({ status: 'pending', authorizationUrl: null });
    const { reference } = await initializeTopup(test.deps, key, request);
    expect(reference).toBe(pending?.reference);
  });

  it('that cannot be asked about says so and stays as it is', async () => {
    const reference = referenceOf(await start(ada));
    await expect(settlePayment(depsWith({}), reference)).rejects.toMatchObject({
      code: 'payment_verify_failed',
    });
    expect((await rowOf(reference))?.status).toBe('pending');
  });

  it('has a bound on how many are started', async () => {
    const person = await somebody();
    const replies = [];
    for (let n = 0; n <= 60; n += 1) replies.push((await start(person)).status);
    expect(replies.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 200));
    expect(replies.at(-1)).toBe(429);
  });
});

describe('bad requests', () => {
  const valid = { amount: 5000, currency: 'NGN', processor: 'paystack' };
  it.each([
    ['no amount', { ...valid, amount: undefined }, 422],
    ['an amount in quotes', { ...valid, amount: '5000' }, 422],
    ['a negative amount', { ...valid, amount: -1 }, 422],
    ['nothing', { ...valid, amount: 0 }, 422],
    ['three decimals', { ...valid, amount: 1.005 }, 422],
    ['more than a top-up may bring', { ...valid, amount: 10_000_000.01 }, 422],
    ['a number that JSON cannot carry exactly', { ...valid, amount: 1e21 }, 422],
    ['an unknown currency', { ...valid, currency: 'EUR' }, 422],
    ['a currency without processors', { ...valid, currency: 'USD' }, 422],
    ['a processor of another region', { ...valid, processor: 'mpesa' }, 422],
    ['an unknown processor', { ...valid, processor: 'constructor' }, 422],
    ['a network that is none', { ...valid, provider: 'mtn' }, 422],
    ['an unknown field', { ...valid, user_id: 1 }, 422],
    ['a null byte', { ...valid, processor: 'pay\u0000stack' }, 422],
    ['a megabyte', { ...valid, processor: 'x'.repeat(1_000_000) }, 413],
    ['a list', [valid], 422],
    ['text', '{', 400],
  ])('to start one with %s are refused', async (_what, body, status) => {
    const before = await test.deps.db.$count(payments);
    const headers = { 'content-type': 'application/json' };
    const payload = typeof body === 'string' ? body : JSON.stringify(body);
    const reply = await test.call('POST', '/wallet/topup/initialize', {
      token: ada.token,
      headers,
      body: payload,
    });
    expect(reply.status, reply.text).toBe(status);
    expect(reply.body).toMatchObject({ success: false, message: expect.stringMatching(/.+/) });
    expect(await test.deps.db.$count(payments)).toBe(before);
  });

  it('without a session, or with an expired one, are refused', async () => {
    const late = await somebody();
    expect((await test.call('POST', '/wallet/topup/initialize', { body: valid })).status).toBe(401);
    expect(
      (
        await test.call('POST', '/wallet/topup/verify', {
          body: { reference: 'x', processor: 'x' },
        })
      ).status,
    ).toBe(401);
    test.clock.advance(31 * 24 * 60 * 60 * 1000);
    const reply = await start(late);
    expect(reply.status).toBe(401);
    expect(reply.body).toMatchObject({ message: 'Your session has expired. Please log in again.' });
    ada = await addPerson(test.deps, 'ada_again');
  });

  it.each([
    [{ processor: 'paystack' }, 422],
    [{ reference: 'GDT-nothing', processor: 'paystack' }, 404],
    [{ reference: 7, processor: 'paystack' }, 422],
    [{ reference: 'GDT\u0000', processor: 'paystack' }, 422],
    [{ reference: 'x'.repeat(101), processor: 'paystack' }, 422],
    [{ reference: 'GDT-1', processor: 'paystack', amount: 1 }, 422],
  ])('to verify %j are refused', async (body, status) => {
    const reply = await test.call('POST', '/wallet/topup/verify', { token: ada.token, body });
    expect(reply.status).toBe(status);
    expect(reply.body).toMatchObject({ success: false });
  });

  it('with an idempotency key of the wrong form are refused', async () => {
    expect((await start(ada, {}, { 'idempotency-key': 'short' })).status).toBe(422);
    expect((await start(ada, {}, { 'idempotency-key': 'x'.repeat(129) })).status).toBe(422);
  });
});

describe('reconciliation', () => {
  it('settles what nobody came back for, after 2 minutes', async () => {
    const person = await somebody();
    const reference = referenceOf(await start(person));
    await decide(reference, 'success');
    test.clock.advance(RECONCILE_AFTER_MS);
    await reconcilePending(test.deps);
    expect((await rowOf(reference))?.status).toBe('pending');
    test.clock.advance(1);
    await reconcilePending(test.deps);
    expect((await rowOf(reference))?.status).toBe('settled');
    expect(await walletsOf(person)).toEqual(walletWith(5000));
  });

  it('gives a checkout up that nobody finished in 24 hours, and not before', async () => {
    const reference = referenceOf(await start(ada));
    test.clock.advance(RECONCILE_UNTIL_MS - 1);
    await reconcilePending(test.deps);
    expect((await rowOf(reference))?.status).toBe('pending');
    test.clock.advance(1);
    await reconcilePending(test.deps);
    expect((await rowOf(reference))?.status).toBe('failed');
  });

  it('leaves alone what it cannot ask about, and goes on with the others', async () => {
    const references = [referenceOf(await start(ada)), referenceOf(await start(ada))];
    test.clock.advance(RECONCILE_UNTIL_MS + 1);
    const asked: string[] = [];
    const away = depsWith({
      verify: (reference) => {
        asked.push(reference);
        return Promise.reject(new Error('away'));
      },
    });
    expect(await reconcilePending(away)).toMatchObject({ settled: 0, failed: 0, unanswered: 2 });
    expect(asked.toSorted()).toEqual(references.toSorted());
    for (const reference of references) expect((await rowOf(reference))?.status).toBe('pending');
  });
});

describe('the sandbox checkout', () => {
  it('is a page that states the amount and needs no script', async () => {
    const reference = referenceOf(await start(ada, { amount: 1_234_567.5 }));
    const page = await test.call('GET', `root:/sandbox/checkout/${reference}`);
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.text).toContain('₦1,234,567.50');
    expect(page.text).toContain('Paystack');
    expect(page.text).toContain(reference);
    expect(page.text).toContain('<form method="post">');
    expect(page.text).not.toContain('<script');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  });

  it('keeps the first decision', async () => {
    const person = await somebody();
    const reference = referenceOf(await start(person));
    await decide(reference, 'failed');
    expect((await decide(reference, 'success')).statusCode).toBe(303);
    expect((await verify(person, reference)).body).toMatchObject({ data: { status: 'failed' } });
    const page = await test.call('GET', `root:/sandbox/checkout/${reference}`);
    expect(page.text).toContain('Payment declined');
    expect(page.text).not.toContain('<form');
  });

  it('refuses what is no decision, and addresses that are none', async () => {
    const reference = referenceOf(await start(ada));
    for (const form of ['maybe', '', 'success&outcome=success&more=1']) {
      expect((await decide(reference, form)).statusCode).toBe(422);
    }
    expect((await decide('GDT-nothing', 'success')).statusCode).toBe(404);
    expect((await test.call('GET', 'root:/sandbox/checkout/%3Cscript%3E')).status).toBe(404);
    expect((await test.call('GET', 'root:/sandbox/checkout/a%00b')).status).toBe(422);
    expect((await rowOf(reference))?.status).toBe('pending');
  });

  it('does not exist where the sandbox is off', async () => {
    const closed = await startTestApp({ GOODIES_SANDBOX: '0' });
    const person = await addPerson(closed.deps, 'ada');
    expect((await closed.call('GET', 'root:/sandbox/checkout/GDT-1')).status).toBe(404);
    const methods = await closed.call('GET', '/payment-methods?region=kenya&type=voucher');
    expect(methods.body['data']).toMatchObject([{ id: 'wallet' }]);
    const body = { amount: 5, currency: 'KES', processor: 'mpesa' };
    const reply = await closed.call('POST', '/wallet/topup/initialize', {
      token: person.token,
      body,
    });
    expect(reply.body).toMatchObject({ code: 'processor_unsupported' });
    await closed.close();
  });
});
