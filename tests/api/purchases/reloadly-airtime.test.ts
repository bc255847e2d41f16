import { afterAll, beforeEach, describe, expect, it } from 'vitest';

import { HOUR_MS } from '../../../contract/durations.ts';
import { createSuppliers } from '../../../server/disbursements/adapters/choose-providers.ts';
import { createReloadlyAirtime } from '../../../server/disbursements/adapters/reloadly-airtime.ts';
import {
  PURCHASES,
  reconcilePurchases,
  PURCHASE_SEND_UNTIL_MS,
} from '../../../server/disbursements/purchases.ts';
import { settleByReference } from '../../../server/disbursements/settle-disbursement.ts';
import type { Fault } from '../../fakes/fake-gateway.ts';
import { startFakeReloadly, TOPUPS, type FakeReloadly } from '../../fakes/reloadly.ts';
import type { Person } from '../../fixtures/api/people.ts';
import { purchaseOf, Purchases } from '../../fixtures/api/purchases.ts';
import { setUpApp } from '../../fixtures/api/set-up.ts';
import { takeIn } from '../../fixtures/api/real-money.ts';
import { walletOf } from '../../fixtures/api/players.ts';
import { inject } from '../../fixtures/inject.ts';
import { SEND_AGAIN_AFTER_MS } from '../../../server/disbursements/disbursement.ts';

const [ID, SECRET] = ['a-client-id', 'a-client-secret'];

let reloadly: FakeReloadly;
afterAll(() => reloadly.gateway.close());
const test = setUpApp({
  env: async () => {
    reloadly = await startFakeReloadly(ID, SECRET);
    return {
      GOODIES_SANDBOX: '0',
      SMTP_URL: 'smtp://localhost:1',
      RELOADLY_CLIENT_ID: ID,
      RELOADLY_CLIENT_SECRET: SECRET,
      RELOADLY_TOPUPS_URL: reloadly.gateway.url,
      RELOADLY_UTILITIES_URL: reloadly.gateway.url,
      ...inject({ reloadlyAuthUrl: reloadly.gateway.url }),
    };
  },
});
const purchases = new Purchases(test);
beforeEach(() => {
  reloadly.begin = 'SUCCESSFUL';
  reloadly.pageRows = 200;
});

async function newBuyer(): Promise<Person> {
  const person = await purchases.newBuyer(0);
  await takeIn(test.deps, person.userId, 'NGN', 100_000n);
  return person;
}

const buy = async (person: Person, body: object = {}) =>
  purchaseOf(await purchases.buyAirtime(person, body));
const buyWith = (fault: Fault, person: Person) => {
  reloadly.gateway.failNext(TOPUPS, fault);
  return buy(person);
};
const later = async (ms: number = SEND_AGAIN_AFTER_MS): Promise<void> => {
  test.clock.advance(ms);
  await reconcilePurchases(test.deps);
};
const refusedWith = (errorCode: string, status = 400): Fault => ({
  kind: 'refuses',
  answer: { status, body: { message: 'no', errorCode } },
});
const stateOf = async (person: Person, reference: string) => [
  await purchases.statusOf(reference),
  await walletOf(test, person),
];

it('sells what can be paid in the money of the country, under the name that people know', async () => {
  const reply = await purchases.networks(await newBuyer());
  expect(reply.body['data']).toMatchObject([
    {
      id: 'mtn',
      min: 50,
      max: 50_000,
      amounts: [],
      bundles: [
        { id: '646-50000', name: '1GB - 1 day', amount: 500 },
        { id: '646-100000', name: '1.5GB - 7 days', amount: 1000 },
      ],
    },
    { id: 'airtel', bundles: [] },
    { id: 't2', amounts: [100, 200.5], min: 100, max: 200.5 },
  ]);
});

it('sells to an account in the money of the country what it tells in that alone', async () => {
  const person = await purchases.newBuyer(0, 'kenya');
  const reply = await purchases.networks(person);
  expect(reply.body['data']).toMatchObject([
    {
      id: 'safaricom',
      min: 5,
      max: 10_000,
      bundles: [{ id: '1300-9900', name: '1GB - 1 day', amount: 99 }],
    },
  ]);
});

it('is handed an order in its own words', async () => {
  const person = await newBuyer();
  const { reference, status } = await buy(person, { amount: 250.5 });
  expect(status).toBe('completed');
  expect(reloadly.gateway.callsTo(TOPUPS).at(-1)?.body).toEqual({
    operatorId: 341,
    amount: 250.5,
    useLocalAmount: true,
    customIdentifier: reference,
    recipientPhone: { countryCode: 'NG', number: '2348034127765' },
  });
  expect(await walletOf(test, person)).toBe(749.5);
});

it('sells a data plan by the operator that has it, and a fixed amount only as it is', async () => {
  const person = await newBuyer();
  await buy(person, { amount: 500, bundle: '646-50000' });
  expect(reloadly.gateway.callsTo(TOPUPS).at(-1)?.body['operatorId']).toBe(646);
  const refused = await purchases.buyAirtime(person, { network: 't2', amount: 150 });
  expect(refused.body['code']).toBe('amount_not_sold');
  expect((await buy(person, { network: 't2', amount: 200.5 })).status).toBe('completed');
});

it('renews a token that is no longer good', async () => {
  const person = await newBuyer();
  await buy(person, { amount: 100 });
  reloadly.forgetTokens();
  expect((await buy(person, { amount: 100 })).status).toBe('completed');
});

it.each([
  ['SUCCESSFUL', 'completed', 500],
  ['FAILED', 'failed', 1000],
  ['REFUNDED', 'failed', 1000],
] as const)('works on an order, which then is %s', async (end, status, balance) => {
  reloadly.begin = 'PROCESSING';
  const person = await newBuyer();
  const { reference } = await buy(person);
  await later();
  expect(await stateOf(person, reference)).toEqual(['processing', 500]);
  reloadly.end(reference, end);
  await later(HOUR_MS);
  expect(await stateOf(person, reference)).toEqual([status, balance]);
  await settleByReference(test.deps, PURCHASES, reference);
  expect(await stateOf(person, reference)).toEqual([status, balance]);
});

it('refunds what it had delivered, and the money comes back once', async () => {
  const person = await newBuyer();
  const { reference } = await buy(person);
  reloadly.end(reference, 'REFUNDED');
  await later(25 * HOUR_MS);
  await settleByReference(test.deps, PURCHASES, reference);
  expect(await stateOf(person, reference)).toEqual(['failed', 1000]);
});

it.each([
  'PHONE_RECENTLY_RECHARGED',
  'INSUFFICIENT_BALANCE',
  'INVALID_RECIPIENT_PHONE',
  'OPERATOR_AND_RECIPIENT_PHONE_MISMATCH',
  'INVALID_LOCAL_AMOUNT_FOR_OPERATOR',
])('says no with %s: the money is back at once', async (code) => {
  const person = await newBuyer();
  const { reference } = await buyWith(refusedWith(code), person);
  expect(await stateOf(person, reference)).toEqual(['failed', 1000]);
  expect(reloadly.countOf(reference)).toBe(0);
});

describe.each([
  ['its answer got lost', { kind: 'answers', answer: { status: 200, body: '' } }],
  ['it answered with an error', { kind: 'answers', answer: { status: 502, body: '<html>' } }],
  [
    'it said no in words that we do not know',
    { kind: 'answers', answer: { status: 400, body: { errorCode: 'SOMETHING_NEW' } } },
  ],
  [
    'it answered about another order',
    {
      kind: 'answers',
      answer: { status: 200, body: { status: 'SUCCESSFUL', customIdentifier: 'another' } },
    },
  ],
  [
    'it answered with an unknown status',
    { kind: 'answers', answer: { status: 200, body: { status: 'MAYBE' } } },
  ],
] as const satisfies readonly (readonly [string, Fault])[])('%s', (_what, fault) => {
  it('and the order is found in its list, not sent again', async () => {
    const person = await newBuyer();
    const { reference, status } = await buyWith(fault, person);
    expect([status, await walletOf(test, person)]).toEqual(['pending', 500]);
    // On a later page, behind orders of others.
    await buy(await newBuyer());
    await buy(await newBuyer());
    reloadly.pageRows = 1;
    await later();
    expect(await stateOf(person, reference)).toEqual(['completed', 500]);
    expect(reloadly.countOf(reference)).toBe(1);
  });
});

it('never got the order: it is handed over again, with the same reference', async () => {
  const person = await newBuyer();
  const { reference } = await buyWith({ kind: 'broken' }, person);
  await later();
  expect(await stateOf(person, reference)).toEqual(['completed', 500]);
  expect(reloadly.countOf(reference)).toBe(1);
});

it('may be at an order that it has not noted: it is not handed another one meanwhile', async () => {
  const person = await newBuyer();
  const { reference } = await buyWith({ kind: 'broken' }, person);
  test.clock.advance(SEND_AGAIN_AFTER_MS / 2);
  await settleByReference(test.deps, PURCHASES, reference);
  expect(reloadly.countOf(reference)).toBe(0);
  await later();
  expect(await stateOf(person, reference)).toEqual(['completed', 500]);
  expect(reloadly.countOf(reference)).toBe(1);
});

it('has an order that its list did not show yet: the second try finds it', async () => {
  const person = await newBuyer();
  const { reference } = await buyWith(
    { kind: 'answers', answer: { status: 200, body: '' } },
    person,
  );
  reloadly.gateway.failNext(/reports/, {
    kind: 'answers',
    answer: { status: 200, body: { content: [], totalElements: 0, totalPages: 0 } },
  });
  await later();
  expect(await stateOf(person, reference)).toEqual(['completed', 500]);
  expect(reloadly.countOf(reference)).toBe(1);
});

it.each([
  ['that leaves orders out', { content: [], totalElements: 3, totalPages: 1 }],
  ['of an unknown shape', { transactions: [] }],
  ['of what is no order', { content: [{ order: {} }], totalElements: 1, totalPages: 1 }],
])('has a list %s: nothing is returned on a guess', async (_what, body) => {
  const person = await newBuyer();
  const { reference } = await buyWith({ kind: 'broken' }, person);
  reloadly.gateway.failNext(/reports/, { kind: 'answers', answer: { status: 200, body } });
  await later(PURCHASE_SEND_UNTIL_MS + 2 * HOUR_MS);
  expect(await stateOf(person, reference)).toEqual(['pending', 500]);
  // Its whole list has none: that is its word.
  await later(HOUR_MS);
  expect(await stateOf(person, reference)).toEqual(['failed', 1000]);
});

it.each([
  ['asked in dollars', {}],
  ['asked for the right one', { requestedAmount: 500, requestedAmountCurrencyCode: 'NGN' }],
])('delivered another amount, %s: held until a person looks at it', async (_what, asked) => {
  const person = await newBuyer();
  reloadly.begin = 'PROCESSING';
  const { reference } = await buy(person);
  reloadly.end(reference, 'SUCCESSFUL', { ...asked, deliveredAmount: 50 });
  await later(HOUR_MS);
  expect(await stateOf(person, reference)).toEqual(['processing', 500]);
  reloadly.end(reference, 'SUCCESSFUL', { deliveredAmount: 500 });
  await later(HOUR_MS);
  expect(await stateOf(person, reference)).toEqual(['completed', 500]);
});

it('that answers too late is asked, and the one who waits is told', async () => {
  const { reloadly: settings } = test.deps.config.gateways;
  if (!settings) throw new Error('no settings');
  const impatient = createReloadlyAirtime(settings, { clock: test.clock, timeoutMs: 50 });
  reloadly.gateway.failNext(TOPUPS, { kind: 'silent' });
  const order = {
    reference: 'gdp-silent',
    currency: 'NGN',
    region: 'nigeria',
    amountMinor: 50_000n,
    product: '341',
    customer: '2348034127765',
    supplierReference: null,
    createdAt: new Date(test.clock.now()),
  } as const;
  await impatient.listOperators('nigeria');
  await expect(impatient.send(order)).rejects.toThrow('Reloadly did not answer in time');
  expect(await impatient.find(order)).toMatchObject({ state: 'paid' });
});

it('is left alone while the sandbox is on: play money never leaves', () => {
  const { config, db } = test.deps;
  const parts = { config: { ...config, sandbox: true }, db, clock: test.clock };
  expect(createSuppliers(parts).airtimeIn('nigeria')?.name).toBe('sandbox');
  // What was ordered before is still asked about.
  expect(createSuppliers(parts).named('airtime', 'reloadly')?.name).toBe('reloadly');
});
