import { afterAll, afterEach, describe, expect, it } from 'vitest';

import type { Currency } from '../../../contract/money.ts';
import { HOUR_MS } from '../../../contract/durations.ts';
import { dateOf } from '../../../server/clock.ts';
import {
  PAYOUTS,
  reconcilePayouts,
  PAYOUT_SEND_UNTIL_MS,
} from '../../../server/disbursements/payouts.ts';
import { createPaystackRail } from '../../../server/disbursements/adapters/paystack-payouts.ts';
import { settleByReference } from '../../../server/disbursements/settle-disbursement.ts';
import { handleWebhook } from '../../../server/payments/webhooks/handle-webhook.ts';
import { signedByPaystack } from '../../fakes/paystack.ts';
import { withdraw } from '../../../server/wallet/withdraw.ts';
import { startFakeFlutterwave } from '../../fakes/payouts-flutterwave.ts';
import { startFakePaystack } from '../../fakes/payouts-paystack.ts';
import type { FakeAnswer, Fault } from '../../fakes/fake-gateway.ts';
import { RAIL_FAULTS, TRANSFERS, type FakeRail } from '../../fakes/payouts-rail.ts';
import { startTestApp } from '../../fixtures/api/test-app.ts';
import { addPerson, type Person } from '../../fixtures/api/people.ts';
import { PIN } from '../../fixtures/api/pins.ts';
import { ownBank, ownPhone, Withdrawals, withdrawalOf } from '../../fixtures/api/withdrawals.ts';
import { webhookEvents } from '../../../server/db/schema/payments.ts';
import { takeIn } from '../../fixtures/api/real-money.ts';
import { setUpApp } from '../../fixtures/api/set-up.ts';
import { walletOf } from '../../fixtures/api/players.ts';
import { inject } from '../../fixtures/inject.ts';
import { SEND_AGAIN_AFTER_MS } from '../../../server/disbursements/disbursement.ts';

const KEYS = { NG: 'sk_test_nigeria_00000000', GH: 'sk_test_ghana_00000000' };
const FLW_KEY = 'FLWSECK_TEST-00000000-X';

let paystack: FakeRail;
let flutterwave: FakeRail;
afterAll(async () => {
  await paystack.gateway.close();
  await flutterwave.gateway.close();
});
const test = setUpApp({
  env: async () => {
    paystack = await startFakePaystack(Object.values(KEYS));
    flutterwave = await startFakeFlutterwave(FLW_KEY);
    return {
      GOODIES_SANDBOX: '0',
      SMTP_URL: 'smtp://localhost:1',
      PAYSTACK_SECRET_KEY_NG: KEYS.NG,
      PAYSTACK_SECRET_KEY_GH: KEYS.GH,
      FLW_SECRET_KEY: FLW_KEY,
      FLW_SECRET_HASH: 'a-secret-hash',
      ...inject({ paystackUrl: paystack.gateway.url, flutterwaveUrl: flutterwave.gateway.url }),
    };
  },
});
const withdrawals = new Withdrawals(test);
let people = 0;
afterEach(() => {
  paystack.lookUp = 'found';
  flutterwave.lookUp = 'found';
});

/** A user with 5,000 in each currency: money that a processor took in long ago. */
async function newPayee(): Promise<Person> {
  people += 1;
  const person = await addPerson(test.deps, `payee_${people}`, { hasPin: true });
  for (const currency of ['NGN', 'GHS', 'KES'] satisfies Currency[])
    await takeIn(test.deps, person.userId, currency, 500_000n);
  return person;
}

interface Case {
  readonly name: string;
  readonly currency: Currency;
  readonly fee: number;
  readonly rail: () => FakeRail;
  readonly destinationOf: typeof ownBank | typeof ownPhone;
  /** What goes to the rail, for an account of that number. */
  readonly wireTo: (accountNumber: string) => object;
  /** Its words when our account there is empty. */
  readonly noFloat: FakeAnswer;
}

const CASES: readonly Case[] = [
  {
    name: 'Paystack',
    currency: 'NGN',
    fee: 10,
    rail: () => paystack,
    destinationOf: ownBank,
    wireTo: (accountNumber) => ({
      source: 'balance',
      amount: 100_050,
      currency: 'NGN',
      recipient: `RCP_058_${accountNumber}`,
      reason: 'Goodies withdrawal',
    }),
    noFloat: {
      status: 400,
      body: {
        status: false,
        message: 'Your balance is not enough to fulfil this request',
        type: 'api_error',
        code: 'insufficient_balance',
      },
    },
  },
  {
    name: 'Flutterwave',
    currency: 'KES',
    fee: 20,
    rail: () => flutterwave,
    destinationOf: ownPhone,
    wireTo: (accountNumber) => ({
      account_bank: 'MPS',
      account_number: `254${accountNumber.slice(1)}`,
      amount: 1000.5,
      currency: 'KES',
      debit_currency: 'KES',
      narration: 'Goodies withdrawal',
      beneficiary_name: 'Wanjiru K',
      meta: {
        sender: 'Goodies',
        sender_country: 'KE',
        mobile_number: `254${accountNumber.slice(1)}`,
      },
    }),
    noFloat: {
      status: 400,
      body: { status: 'error', message: 'Insufficient balance', data: null },
    },
  },
];

describe.each(CASES)('$name', ({ currency, fee, rail, destinationOf, wireTo, noFloat }) => {
  const sum = (destination: object) => ({ amount: 1000.5, currency, destination });
  const start = async (person: Person) =>
    withdrawalOf(await withdrawals.start(person, sum(destinationOf(person))));
  /** A withdrawal that meets a fault. */
  const startWith = async (fault: Fault, person: Person) => {
    rail().gateway.failNext(TRANSFERS, fault);
    return start(person);
  };
  const takenWith = (reference: string) =>
    rail().taken.filter((body) => body['reference'] === reference);
  const later = async (): Promise<void> => {
    test.clock.advance(SEND_AGAIN_AFTER_MS);
    await reconcilePayouts(test.deps);
  };

  it('is handed a transfer in its own words, and pays it', async () => {
    const person = await newPayee();
    const { reference, status } = await start(person);
    expect(status).toBe('processing');
    expect(takenWith(reference)).toEqual([
      { ...wireTo(destinationOf(person).account_number), reference },
    ]);
    rail().end(reference, 'paid');
    await later();
    expect(await withdrawals.statusOf(reference)).toBe('completed');
    expect(await walletOf(test, person, currency)).toBe(3999.5 - fee);
  });

  it('fails a transfer, and the money comes back once', async () => {
    const person = await newPayee();
    const { reference } = await start(person);
    rail().end(reference, 'failed');
    await Promise.all([
      settleByReference(test.deps, PAYOUTS, reference),
      settleByReference(test.deps, PAYOUTS, reference),
    ]);
    await later();
    expect(await withdrawals.statusOf(reference)).toBe('failed');
    expect(await walletOf(test, person, currency)).toBe(5000);
  });

  it('reverses a transfer that it had paid', async () => {
    const person = await newPayee();
    const { reference } = await start(person);
    rail().end(reference, 'paid');
    await settleByReference(test.deps, PAYOUTS, reference);
    rail().end(reference, 'reversed');
    await settleByReference(test.deps, PAYOUTS, reference);
    expect(await withdrawals.statusOf(reference)).toBe('failed');
    expect(await walletOf(test, person, currency)).toBe(5000);
  });

  it.each([
    'its answer got lost',
    'it answered with an error',
    'it answered about another',
  ] as const)('has the transfer, but %s: it is found, not sent again', async (what) => {
    const person = await newPayee();
    const { reference, status } = await startWith(RAIL_FAULTS[what], person);
    expect(status).toBe('pending');
    expect(await walletOf(test, person, currency)).toBe(3999.5 - fee);
    // Others come after it, so that it is on a later page of a list.
    for (let n = 0; n < 3; n += 1) await start(await newPayee());
    rail().end(reference, 'paid');
    await later();
    expect(await withdrawals.statusOf(reference)).toBe('completed');
    expect(takenWith(reference)).toHaveLength(1);
  });

  it('never got the transfer: it is handed over again, with the same reference', async () => {
    const person = await newPayee();
    const { reference, status } = await startWith(
      RAIL_FAULTS['the connection broke before'],
      person,
    );
    expect(status).toBe('pending');
    await later();
    expect(await withdrawals.statusOf(reference)).toBe('processing');
    expect(takenWith(reference)).toHaveLength(1);
  });

  it('has a transfer already that it is handed once more', async () => {
    const person = await newPayee();
    const { reference } = await startWith(RAIL_FAULTS['its answer got lost'], person);
    const [transfer] = takenWith(reference);
    const known = test.deps.payouts.named((await withdrawals.row(reference)).rail);
    rail().end(reference, 'paid');
    const { accountNumber, accountName, code, type } = await withdrawals.row(reference);
    const verdict = await known?.send({
      reference,
      currency,
      railReference: null,
      createdAt: dateOf(test.clock),
      amountMinor: 100_050n,
      destination: { type, code, accountNumber, accountName },
    });
    expect(transfer).toBeDefined();
    expect(verdict?.state).toBe('paid');
    expect(takenWith(reference)).toHaveLength(1);
  });

  it('refuses a transfer for want of float: the money is back at once', async () => {
    const person = await newPayee();
    const { reference, status } = await startWith({ kind: 'refuses', answer: noFloat }, person);
    expect(status).toBe('failed');
    expect(takenWith(reference)).toEqual([]);
    expect(await walletOf(test, person, currency)).toBe(5000);
  });
});

describe('an answer in an unknown shape', () => {
  const good = { status: 'success', message: 'Transfers fetched' };
  const pages = (total: number, total_pages: unknown) => ({ page_info: { total, total_pages } });
  const strange: [string, 'KES' | 'NGN', FakeAnswer][] = [
    ['no pages', 'KES', { status: 200, body: { ...good, data: [] } }],
    ['pages in words', 'KES', { status: 200, body: { ...good, data: [], meta: pages(0, '0') } }],
    ['no list', 'KES', { status: 200, body: { ...good, data: {}, meta: pages(0, 0) } }],
    [
      'nameless rows',
      'KES',
      { status: 200, body: { ...good, data: [{ id: 1 }], meta: pages(1, 1) } },
    ],
    [
      'fewer than it counts',
      'KES',
      { status: 200, body: { ...good, data: [], meta: pages(3, 1) } },
    ],
    ['an error', 'KES', { status: 200, body: { status: 'error', data: [], meta: pages(0, 0) } }],
    ['a page of something in between', 'NGN', { status: 404, body: '<html>Not found</html>' }],
    ['a 404 about something else', 'NGN', { status: 404, body: { error: 'no such route' } }],
  ];

  it.each(strange)('is not taken for "no such transfer": %s', async (_what, currency, answer) => {
    const person = await newPayee();
    const isKenyan = currency === 'KES';
    const rail = isKenyan ? flutterwave : paystack;
    rail.gateway.failNext(TRANSFERS, RAIL_FAULTS['its answer got lost']);
    const { reference } = withdrawalOf(
      await withdrawals.start(person, {
        currency,
        ...(isKenyan ? { destination: ownPhone(person) } : {}),
      }),
    );
    // When one that is not known would be returned.
    test.clock.advance(PAYOUT_SEND_UNTIL_MS + HOUR_MS);
    const asked = isKenyan ? /\/transfers$/ : /\/transfer\/verify\//;
    rail.gateway.failNext(asked, { kind: 'refuses', answer });
    await expect(settleByReference(test.deps, PAYOUTS, reference)).rejects.toThrow();
    expect(await withdrawals.statusOf(reference)).toBe('pending');
    expect(await walletOf(test, person, currency)).toBe(isKenyan ? 3980 : 3990);
    rail.end(reference, 'paid');
    await settleByReference(test.deps, PAYOUTS, reference);
    expect(await withdrawals.statusOf(reference)).toBe('completed');
  });
});

describe('a rail that takes a transfer and is silent', () => {
  const SHORT_MS = 200;
  it('is asked about it later: the money stays held until then', async () => {
    const person = await newPayee();
    const settings = test.deps.config.gateways.paystack;
    if (!settings) throw new Error('no Paystack');
    const hasty = createPaystackRail(settings, { clock: test.clock, timeoutMs: SHORT_MS });
    const deps = { ...test.deps, payouts: { payingOut: () => hasty, named: () => hasty } };
    paystack.gateway.failNext(TRANSFERS, { kind: 'silent' });
    const destination = ownBank(person);
    const request = { amount: 1000, currency: 'NGN', destination, pin: PIN } as const;
    const { reference, status } = await withdraw(deps, undefined, person.userId, request);
    expect(status).toBe('pending');
    expect(await walletOf(test, person)).toBe(3990);
    paystack.end(reference, 'failed');
    await settleByReference(test.deps, PAYOUTS, reference);
    expect(await withdrawals.statusOf(reference)).toBe('failed');
    expect(await walletOf(test, person)).toBe(5000);
  });
});

describe('a webhook about a transfer', () => {
  it('that came back gives the money back, however often it is sent', async () => {
    const person = await newPayee();
    const { reference } = withdrawalOf(await withdrawals.start(person));
    paystack.end(reference, 'paid');
    await settleByReference(test.deps, PAYOUTS, reference);
    paystack.end(reference, 'reversed');
    const data = { id: 69_123_462, reference, status: 'reversed', transfer_code: 'TRF_1' };
    const body = JSON.stringify({ event: 'transfer.reversed', data });
    const { path, headers } = signedByPaystack(body, KEYS.NG);
    for (let times = 0; times < 3; times += 1)
      expect((await test.call('POST', path, { headers, body })).status).toBe(200);
    const events = await test.deps.db.select().from(webhookEvents);
    expect(events).toHaveLength(1);
    for (const { id } of [...events, ...events]) await handleWebhook(test.deps, id);
    expect(await withdrawals.statusOf(reference)).toBe('failed');
    expect(await walletOf(test, person)).toBe(5000);
  });

  it('without a right signature changes nothing', async () => {
    const { reference } = withdrawalOf(await withdrawals.start(await newPayee()));
    const body = JSON.stringify({ event: 'transfer.failed', data: { id: 1, reference } });
    const { path, headers } = signedByPaystack(body, 'sk_test_of_somebody_else');
    expect((await test.call('POST', path, { headers, body })).status).toBe(401);
    expect(await withdrawals.statusOf(reference)).toBe('processing');
  });
});

describe('where money can go', () => {
  const banksIn = async (region: string): Promise<string[]> => {
    const { token } = await newPayee();
    const reply = await test.call('GET', `/wallet/banks?region=${region}`, { token });
    expect(reply.status, reply.text).toBe(200);
    const banks = reply.body['data'] as unknown as { type: string; code: string }[];
    return banks.map(({ type, code }) => `${type} ${code}`);
  };

  it('is what the rail of the country lists, page after page, asked for now and then', async () => {
    expect(await banksIn('nigeria')).toEqual(['bank 044', 'bank 058']);
    expect(await banksIn('ghana')).toEqual(['mobile_money MTN', 'bank 040100']);
    expect(await banksIn('kenya')).toEqual(['mobile_money MPS', 'bank 68']);
    const asked = paystack.gateway.calls.length;
    await banksIn('nigeria');
    expect(paystack.gateway.calls).toHaveLength(asked);
  });

  it('is not known while the rail is away', async () => {
    const away = await startTestApp({
      GOODIES_SANDBOX: '0',
      SMTP_URL: 'smtp://localhost:1',
      PAYSTACK_SECRET_KEY_NG: 'sk_test_of_nobody_0000',
      ...inject({ paystackUrl: paystack.gateway.url }),
    });
    const { token } = await addPerson(away.deps, 'payee', { hasPin: true });
    const reply = await away.call('GET', '/wallet/banks', { token });
    expect([reply.status, reply.body['message']]).toEqual([
      502,
      'Failed to load the banks. Please try again.',
    ]);
    expect(reply.text).not.toContain('sk_test');
    // No Flutterwave there either.
    const kenya = await away.call('GET', '/wallet/banks?region=kenya', { token });
    expect(kenya.body['code']).toBe('withdrawal_unsupported');
    await away.close();
  });
});

describe('whose account it is', () => {
  const resolve = async (body: object) =>
    test.call('POST', '/wallet/resolve-account', { token: (await newPayee()).token, body });
  const nigerian = { code: '058', account_number: '0129876543' };

  it('the rail tells where it can', async () => {
    expect((await resolve(nigerian)).body['data']).toEqual({ account_name: 'WES GIBBONS' });
    const phone = { code: 'MTN', account_number: '0551234987', currency: 'GHS' };
    expect((await resolve(phone)).body['data']).toEqual({ account_name: 'WES GIBBONS' });
    const kenyan = { code: 'MPS', account_number: '0712345678', currency: 'KES' };
    expect((await resolve(kenyan)).body['data']).toEqual({ account_name: null });
  });

  it.each([
    ['unknown', 422, 'This account was not found. Please check the number and the bank.'],
    ['broken', 502, 'The account could not be checked. Please try again.'],
  ] as const)('the rail may say: %s', async (lookUp, status, message) => {
    paystack.lookUp = lookUp;
    const reply = await resolve(nigerian);
    expect([reply.status, reply.body['message']]).toEqual([status, message]);
  });
});
