import { afterAll, beforeEach, describe, expect, it } from 'vitest';

import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/durations.ts';
import { webhookEvents } from '../../../server/db/schema/payments.ts';
import { handleWebhook } from '../../../server/payments/webhooks/handle-webhook.ts';
import { reconcilePurchases } from '../../../server/disbursements/purchases.ts';
import { PAY_BILL, startFakeBills, type FakeBills } from '../../fakes/bills-flutterwave.ts';
import type { Fault } from '../../fakes/fake-gateway.ts';
import { PAYMENTS, startFakeReloadly, type FakeReloadly } from '../../fakes/reloadly.ts';
import type { Person } from '../../fixtures/api/people.ts';
import { purchaseOf, Purchases } from '../../fixtures/api/purchases.ts';
import { takeIn } from '../../fixtures/api/real-money.ts';
import { setUpApp } from '../../fixtures/api/set-up.ts';
import { walletOf } from '../../fixtures/api/players.ts';
import { inject } from '../../fixtures/inject.ts';
import { SEND_AGAIN_AFTER_MS } from '../../../server/disbursements/disbursement.ts';

const FLW_KEY = 'FLWSECK_TEST-00000000-X';
const HASH = 'a-secret-hash';

let bills: FakeBills;
let reloadly: FakeReloadly;
afterAll(async () => {
  await bills.gateway.close();
  await reloadly.gateway.close();
});
const test = setUpApp({
  env: async () => {
    bills = await startFakeBills(FLW_KEY);
    reloadly = await startFakeReloadly('id', 'secret');
    return {
      GOODIES_SANDBOX: '0',
      SMTP_URL: 'smtp://localhost:1',
      FLW_SECRET_KEY: FLW_KEY,
      FLW_SECRET_HASH: HASH,
      RELOADLY_CLIENT_ID: 'id',
      RELOADLY_CLIENT_SECRET: 'secret',
      RELOADLY_TOPUPS_URL: reloadly.gateway.url,
      RELOADLY_UTILITIES_URL: reloadly.gateway.url,
      ...inject({ flutterwaveUrl: bills.gateway.url, reloadlyAuthUrl: reloadly.gateway.url }),
    };
  },
});
const purchases = new Purchases(test);
beforeEach(() => {
  reloadly.begin = 'PROCESSING';
});

interface Case {
  readonly name: string;
  readonly currency: 'NGN' | 'KES';
  readonly bill: object;
  /** Amount and fee, major units. */
  readonly charged: number;
  readonly path: RegExp;
  readonly wire: object;
  readonly fake: () => { readonly gateway: FakeBills['gateway']; countOf(ref: string): number };
  readonly end: (reference: string, how: 'paid' | 'failed' | 'with another amount') => void;
  readonly token: string;
}

const CASES: readonly Case[] = [
  {
    name: 'Flutterwave',
    currency: 'NGN',
    bill: { biller: 'BIL113', item: 'UB159', customer: '04521187339', amount: 1000, fee: 100 },
    charged: 1100,
    path: PAY_BILL,
    wire: { country: 'NG', customer_id: '04521187339', amount: 1000 },
    fake: () => bills,
    end: (reference, how) =>
      bills.end(reference, {
        status: how === 'failed' ? 'failed' : 'success',
        flw_ref: 'BPUSSD1',
        extra: '1234-5678-9012-3456-7890',
        ...(how === 'with another amount' && { amount: '100.0000' }),
      }),
    token: '12345678901234567890',
  },
  {
    name: 'Reloadly',
    currency: 'KES',
    bill: { biller: '12', item: '12', customer: '04521187339', amount: 1000, fee: 25 },
    charged: 1025,
    path: PAYMENTS,
    wire: {
      subscriberAccountNumber: '04521187339',
      amount: 1000,
      billerId: 12,
      useLocalAmount: true,
    },
    fake: () => reloadly,
    end: (reference, how) =>
      reloadly.end(reference, how === 'failed' ? 'FAILED' : 'SUCCESSFUL', {
        billDetails: { pinDetails: { token: '09876543210987654321' } },
        amount: how === 'with another amount' ? 100 : 1000,
      }),
    token: '09876543210987654321',
  },
  {
    name: 'Reloadly, with a fixed amount',
    currency: 'KES',
    bill: { biller: '15', item: '39', customer: '04521187339', amount: 1000, fee: 0 },
    charged: 1000,
    path: PAYMENTS,
    wire: {
      subscriberAccountNumber: '04521187339',
      amount: 1000,
      amountId: 39,
      billerId: 15,
      useLocalAmount: true,
    },
    fake: () => reloadly,
    end: (reference, how) =>
      reloadly.end(reference, how === 'failed' ? 'FAILED' : 'SUCCESSFUL', {
        billDetails: { pinDetails: { token: '1111' } },
        amount: how === 'with another amount' ? 240 : 1000,
      }),
    token: '1111',
  },
];

describe.each(CASES)('$name', ({ currency, bill, charged, path, wire, fake, end, token }) => {
  const newPayer = async (): Promise<Person> => {
    const person = await purchases.newBuyer(0, currency === 'NGN' ? 'nigeria' : 'kenya');
    await takeIn(test.deps, person.userId, currency, 500_000n);
    return person;
  };
  const pay = async (person: Person) =>
    purchaseOf(
      await test.call('POST', '/bills/pay', {
        token: person.token,
        body: { ...bill, currency },
      }),
    );
  const payWith = (fault: Fault, person: Person) => {
    fake().gateway.failNext(path, fault);
    return pay(person);
  };
  const later = async (ms = SEND_AGAIN_AFTER_MS): Promise<void> => {
    test.clock.advance(ms);
    await reconcilePurchases(test.deps);
  };
  const stateOf = async (person: Person, reference: string) => [
    await purchases.statusOf(reference),
    await walletOf(test, person, currency),
  ];

  it('is handed a bill in its own words, and pays it in its own time', async () => {
    const person = await newPayer();
    const { reference, status } = await pay(person);
    expect(status).toBe('processing');
    expect(fake().gateway.callsTo(path).at(-1)?.body).toMatchObject(wire);
    expect(await stateOf(person, reference)).toEqual(['processing', 5000 - charged]);
    end(reference, 'paid');
    await later();
    expect(await stateOf(person, reference)).toEqual(['completed', 5000 - charged]);
    expect((await purchases.row(reference)).token).toBe(token);
  });

  it('fails a bill: amount and fee come back once', async () => {
    const person = await newPayer();
    const { reference } = await pay(person);
    end(reference, 'failed');
    await later();
    await later(HOUR_MS);
    expect(await stateOf(person, reference)).toEqual(['failed', 5000]);
  });

  it('pays another amount: held until a person looks at it', async () => {
    const person = await newPayer();
    const { reference } = await pay(person);
    end(reference, 'with another amount');
    await later();
    expect(await stateOf(person, reference)).toEqual(['processing', 5000 - charged]);
    end(reference, 'paid');
    await later(HOUR_MS);
    expect(await stateOf(person, reference)).toEqual(['completed', 5000 - charged]);
  });

  it.each([
    ['its answer got lost', { kind: 'answers', answer: { status: 200, body: '' } }],
    ['it failed after it had taken it', { kind: 'answers', answer: { status: 500, body: {} } }],
    [
      'it answered about another',
      { kind: 'answers', answer: { status: 200, body: { status: 'success', data: {} } } },
    ],
  ] as const satisfies readonly (readonly [string, Fault])[])(
    'has the bill, but %s: it is found, not sent again',
    async (_what, fault) => {
      const person = await newPayer();
      const { reference, status } = await payWith(fault, person);
      expect([status, fake().countOf(reference)]).toEqual(['pending', 1]);
      end(reference, 'paid');
      await later();
      expect(await stateOf(person, reference)).toEqual(['completed', 5000 - charged]);
      expect(fake().countOf(reference)).toBe(1);
    },
  );

  it('never got the bill: it is handed over again, with the same reference', async () => {
    const person = await newPayer();
    const { reference } = await payWith({ kind: 'broken' }, person);
    await later();
    expect(fake().countOf(reference)).toBe(1);
    end(reference, 'paid');
    await later(HOUR_MS);
    expect(await stateOf(person, reference)).toEqual(['completed', 5000 - charged]);
  });

  it.each([
    [400, 'INSUFFICIENT_BALANCE'],
    [409, 'INSUFFICIENT_WALLET_BALANCE'],
  ])('refuses a bill with %i %s: the money is back at once', async (status, errorCode) => {
    const person = await newPayer();
    const body = { status: 'error', message: 'Insufficient balance', errorCode };
    const { reference } = await payWith({ kind: 'refuses', answer: { status, body } }, person);
    expect(await stateOf(person, reference)).toEqual(['failed', 5000]);
  });
});

it('Flutterwave’s billers are those that are not sold as airtime, with their fees and prices', async () => {
  const person = await purchases.newBuyer(0);
  const reply = await test.call('GET', '/bills/categories', { token: person.token });
  expect(reply.body['data']).toMatchObject([
    {
      id: 'electricity',
      billers: [
        {
          id: 'BIL113',
          customer_label: 'Meter Number',
          is_checked: true,
          items: [{ id: 'UB159', amount: null, fee: 100 }],
        },
      ],
    },
    { id: 'tv', billers: [{ id: 'BIL119', items: [{ id: 'CB141', amount: 4400 }] }] },
  ]);
});

it('Reloadly’s billers are those that take the money of the country', async () => {
  const person = await purchases.newBuyer(0, 'kenya');
  const reply = await test.call('GET', '/bills/categories', { token: person.token });
  expect(reply.body['data']).toMatchObject([
    { id: 'electricity', billers: [{ id: '12', name: 'KPLC Postpaid' }, { id: '11' }] },
    {
      id: 'tv',
      billers: [
        { id: '13', is_checked: false, items: [{ fee: 227.84 }] },
        {
          id: '15',
          items: [
            { id: '38', name: 'GOtv Lite', amount: 240 },
            { id: '39', name: 'GOtv Plus', amount: 1000 },
          ],
        },
      ],
    },
  ]);
});

it('Flutterwave tells whose a meter is', async () => {
  const person = await purchases.newBuyer(0);
  const validate = (customer: string) =>
    test.call('POST', '/bills/validate', {
      token: person.token,
      body: { biller: 'BIL113', customer },
    });
  expect((await validate('04521187339')).body['data']).toEqual({ customer_name: 'ADEBAYO TUNDE' });
  expect((await validate('00000000001')).body['code']).toBe('customer_not_found');
});

describe('a bill that was paid before its token was there', () => {
  const newBill = async (bill = CASES[0]?.bill): Promise<string> => {
    const person = await purchases.newBuyer(0);
    await takeIn(test.deps, person.userId, 'NGN', 500_000n);
    const reply = await test.call('POST', '/bills/pay', {
      token: person.token,
      body: { ...bill, currency: 'NGN' },
    });
    const { reference } = purchaseOf(reply);
    bills.end(reference, { status: 'success', flw_ref: 'BPUSSD1' });
    test.clock.advance(SEND_AGAIN_AFTER_MS);
    await reconcilePurchases(test.deps);
    expect(await purchases.row(reference)).toMatchObject({ status: 'completed', token: null });
    return reference;
  };
  /** Asks whenever it is due. @returns how long after its arrival the questions came, in ms */
  async function askUntilDone(reference: string): Promise<number[]> {
    const asked: number[] = [];
    for (;;) {
      const { updatedAt, nextCheckAt } = await purchases.row(reference);
      if (nextCheckAt === null) return asked;
      test.clock.advance(nextCheckAt.getTime() - test.clock.now());
      await reconcilePurchases(test.deps);
      asked.push(nextCheckAt.getTime() - updatedAt.getTime());
    }
  }

  it('is asked about soon again, and once it has its token only a day after it was paid', async () => {
    const reference = await newBill();
    bills.end(reference, {
      status: 'success',
      flw_ref: 'BPUSSD1',
      extra: '1234-5678-9012-3456-7890',
    });
    test.clock.advance(SEND_AGAIN_AFTER_MS);
    await reconcilePurchases(test.deps);
    expect((await purchases.row(reference)).token).toBe('12345678901234567890');
    expect(await askUntilDone(reference)).toEqual([DAY_MS]);
  });

  it('is asked about with growing gaps where it never gets one, for a day', async () => {
    const asked = await askUntilDone(await newBill());
    expect(asked.slice(0, 5)).toEqual([2, 4, 6, 9, 13.5].map((minutes) => minutes * MINUTE_MS));
    expect(asked.at(-1)).toBe(DAY_MS);
    expect(asked.length).toBeLessThan(20);
  });

  it('is asked about once, a day later, where it is for nothing that has a token', async () => {
    const tv = { biller: 'BIL119', item: 'CB141', customer: '7018225390', amount: 4400, fee: 0 };
    expect(await askUntilDone(await newBill(tv))).toEqual([DAY_MS]);
  });

  it('is asked about soon again also where its supplier could not be asked', async () => {
    const reference = await newBill();
    bills.gateway.failNext(new RegExp(`^/bills/${reference}$`), { kind: 'broken' });
    test.clock.advance(SEND_AGAIN_AFTER_MS);
    await reconcilePurchases(test.deps);
    bills.end(reference, { status: 'success', flw_ref: 'BPUSSD1', extra: '12345678901234567890' });
    test.clock.advance(SEND_AGAIN_AFTER_MS);
    await reconcilePurchases(test.deps);
    expect((await purchases.row(reference)).token).toBe('12345678901234567890');
  });
});

it('a webhook about a bill leads to a question, and is not believed', async () => {
  const person = await purchases.newBuyer(0);
  await takeIn(test.deps, person.userId, 'NGN', 500_000n);
  const { reference } = purchaseOf(
    await test.call('POST', '/bills/pay', {
      token: person.token,
      body: {
        biller: 'BIL113',
        item: 'UB159',
        customer: '04521187339',
        amount: 1000,
        currency: 'NGN',
      },
    }),
  );
  const data = { tx_ref: 'CF-FLYAPI-1', flw_ref: 'BPUSSD1', customer_reference: reference };
  const send = async (status: string) => {
    const reply = await test.call('POST', '/webhooks/flutterwave', {
      headers: { 'verif-hash': HASH },
      body: { event: 'singlebillpayment.status', data: { ...data, status } },
    });
    expect(reply.status).toBe(200);
    for (const { id } of await test.deps.db.select().from(webhookEvents))
      await handleWebhook(test.deps, id);
  };
  await send('success');
  expect(await purchases.statusOf(reference)).toBe('processing');
  bills.end(reference, { status: 'success', flw_ref: 'BPUSSD1' });
  await send('successful');
  expect(await purchases.statusOf(reference)).toBe('completed');
});
