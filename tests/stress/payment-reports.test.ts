import { eq, inArray, like } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';

import { HOUR_MS } from '../../contract/durations.ts';
import { journalTransactions } from '../../server/db/schema/ledger.ts';
import { payments, webhookEvents } from '../../server/db/schema/payments.ts';
import { vouchers } from '../../server/db/schema/vouchers.ts';
import type { Json } from '../../server/lib/call-gateway.ts';
import { paystackWebhooks } from '../../server/payments/gateways/paystack.ts';
import { reconcilePending, RECONCILE_AFTER_MS } from '../../server/payments/reconcile-pending.ts';
import { handleWebhook, retryParked } from '../../server/payments/webhooks/handle-webhook.ts';
import { listBalances } from '../../server/wallet/list-balances.ts';
import { randomOf } from '../chaos/random.ts';
import type { FakeWebhook } from '../fakes/fake-gateway.ts';
import { setUpGateways } from '../fixtures/api/gateways.ts';
import { addPerson, type Person } from '../fixtures/api/people.ts';
import { sendUntilAnswered, type Answer } from './http-client.ts';
import { setUpServers, type MortalServer } from './mortal-server.ts';
import { postUnpaid, setUpScene } from './scene.ts';

const RETURNS = 45;
const WEBHOOKS = 45;
const JOBS = 10;
const SEED = Date.now() % 2_147_483_647;

const gateways = setUpGateways();
const scene = setUpScene(gateways.start);
const startServer = setUpServers(scene);
let servers: readonly MortalServer[];

beforeAll(async () => {
  servers = [await startServer(), await startServer()];
});

const random = randomOf(SEED, 'reports');
const shuffled = <T>(list: readonly T[]): T[] => random.pickSome(list, list.length);
const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);
const anyServer = (): MortalServer => random.pick(servers);

/** A payment that was made at its gateway, and the ways to tell our server. */
interface Paid {
  readonly person: Person;
  readonly reference: string;
  readonly verifyPath: string;
  readonly webhook: FakeWebhook;
}

async function postWebhook({ path, headers, body }: FakeWebhook): Promise<void> {
  const url = path.startsWith('/api') ? path : `/api/v1${path}`;
  const statuses: number[] = [];
  const send = async (): Promise<Answer> => {
    const request = { method: 'POST', headers: { ...headers }, body };
    const reply = await fetch(`${anyServer().url}${url}`, request).catch(() => undefined);
    const status = reply?.status ?? 0;
    statuses.push(status);
    return { status, body: {} };
  };
  await sendUntilAnswered(send, { token: '', path: url, body: {} });
  // A server that is busy refuses at once, and a gateway comes again.
  expect(statuses.filter((status) => status !== 503)).toEqual([200]);
}

async function comeBack({ person, reference, verifyPath }: Paid): Promise<void> {
  const { status, body } = await anyServer().send({
    token: person.token,
    path: verifyPath,
    body: { reference, processor: 'paystack' },
  });
  expect(status).toBe(200);
  // The gateway is asked once; who comes meanwhile hears what is known.
  const { status: said } = body['data'] as { status: string };
  expect(['settled', 'pending']).toContain(said);
}

const runJob = async (): Promise<void> => {
  const clock = { now: () => Date.now() + RECONCILE_AFTER_MS + 1000 };
  await reconcilePending({ ...scene.deps, clock });
};

/** All reports of all payments at once, in a random order, each to one of the two servers. */
async function report(paid: readonly Paid[]): Promise<void> {
  const reports = paid.flatMap((payment) => [
    ...times(RETURNS, () => () => comeBack(payment)),
    ...times(WEBHOOKS, () => () => postWebhook(payment.webhook)),
  ]);
  const jobs = times(JOBS * paid.length, () => runJob);
  await Promise.all(shuffled([...reports, ...jobs]).map((tell) => tell()));
}

async function start(person: Person, path: string, body: object): Promise<string> {
  const answer = await anyServer().send({ token: person.token, path, body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return String(answer.body['reference']);
}

/** A giveaway by Paystack, a top-up by Flutterwave and one by M-PESA, all paid at their gateways. */
async function payEverywhere(person: Person, ulid: string, phone: Person): Promise<Paid[]> {
  const { paystack, flutterwave, daraja } = gateways;
  const verifyPath = '/wallet/topup/verify';
  const giveaway = await start(person, '/vouchers/payment/initialize', {
    voucher_id: ulid,
    amount: 10_000,
    processor: 'paystack',
  });
  paystack.pay(giveaway);
  const topup = await start(person, '/wallet/topup/initialize', {
    amount: 2500.25,
    currency: 'NGN',
    processor: 'flutterwave',
  });
  const attempt = flutterwave.attempt(topup, 'successful', { amount: 2500.25, currency: 'NGN' });
  const prompt = await start(phone, '/wallet/topup/initialize', {
    amount: 700,
    currency: 'KES',
    processor: 'mpesa',
    config: { phone: '0712345678' },
  });
  const callback = daraja.callback(daraja.answerLast(0));
  return [
    {
      person,
      reference: giveaway,
      verifyPath: '/vouchers/payment/verify',
      webhook: paystack.webhook(giveaway),
    },
    { person, reference: topup, verifyPath, webhook: flutterwave.webhook(attempt) },
    { person: phone, reference: prompt, verifyPath, webhook: callback },
  ];
}

describe('a payment that is reported 100 times by return, webhook and job', () => {
  it(`settles once on two servers (seed ${SEED})`, async () => {
    const person = await addPerson(scene.deps, 'reported');
    const phone = await addPerson(scene.deps, 'reported_by_phone', { region: 'kenya' });
    const { ulid } = await postUnpaid(scene.deps, person);
    const paid = await payEverywhere(person, ulid, phone);
    await report(paid);

    const { db } = scene.deps;
    const references = paid.map(({ reference }) => reference);
    const rows = await db.select().from(payments).where(inArray(payments.reference, references));
    expect(rows.map(({ status }) => status)).toEqual(['settled', 'settled', 'settled']);
    const settled = await db
      .select()
      .from(journalTransactions)
      .where(like(journalTransactions.naturalKey, 'settle:%'));
    expect(settled.map(({ reference }) => reference).toSorted()).toEqual(references.toSorted());
    const [voucher] = await db.select().from(vouchers).where(eq(vouchers.ulid, ulid));
    expect(voucher?.status).toBe('active');
    expect((await listBalances(db, person.userId, new Date()))['NGN']).toMatchObject({
      amount: 2500.25,
      available_out: 2500.25,
    });
    expect((await listBalances(db, phone.userId, new Date()))['KES']).toMatchObject({
      amount: 700,
      available_out: 700,
    });

    // Each webhook was stored once, and its job finds that there is nothing left to do.
    const outcomes = async (): Promise<(string | null)[]> => {
      const events = await db.select().from(webhookEvents);
      return events.map(({ outcome }) => outcome);
    };
    await expect.poll(outcomes).toEqual(['settled', 'settled', 'settled']);
  });

  it('settles once where it was called failed, and what told of it comes again and is retried at once', async () => {
    const { db, jobs } = scene.deps;
    const person = await addPerson(scene.deps, 'paid_late');
    const reference = await start(person, '/wallet/topup/initialize', {
      amount: 3000,
      currency: 'NGN',
      processor: 'paystack',
    });
    await db.update(payments).set({ status: 'failed' }).where(eq(payments.reference, reference));
    gateways.paystack.pay(reference);
    const webhook = gateways.paystack.webhook(reference);
    // It came hours ago, and its handling was given up.
    const { body } = webhook;
    const format = paystackWebhooks([gateways.paystack.secretKey]);
    const { key: eventKey = '', ...told } = format.read(JSON.parse(body) as Json);
    const receivedAt = new Date(Date.now() - 2 * HOUR_MS);
    const [event] = await db
      .insert(webhookEvents)
      .values({ gateway: 'paystack', eventKey, ...told, body, receivedAt })
      .returning();
    await Promise.all(
      shuffled([
        ...times(20, () => () => postWebhook(webhook)),
        ...times(10, () => () => retryParked(scene.deps)),
        ...times(10, () => () => handleWebhook(scene.deps, event?.id ?? 0)),
        ...times(10, () => () => runJob()),
      ]).map((tell) => tell()),
    );
    const statusOf = async () =>
      (await db.select().from(payments).where(eq(payments.reference, reference)))[0]?.status;
    await expect.poll(statusOf).toBe('settled');
    expect(await db.$count(webhookEvents, eq(webhookEvents.reference, reference))).toBe(1);
    await expect.poll(() => jobs.listWaiting('handle-webhook-paystack')).toEqual([]);
    expect((await listBalances(db, person.userId, new Date()))['NGN']).toMatchObject({
      amount: 3000,
      available_out: 3000,
    });
  });

  it('pays for a giveaway once, however many checkouts were paid for it', async () => {
    const person = await addPerson(scene.deps, 'doubled');
    const { ulid } = await postUnpaid(scene.deps, person);
    const paid: Paid[] = [];
    for (let n = 0; n < 5; n += 1) {
      const reference = await start(person, '/vouchers/payment/initialize', {
        voucher_id: ulid,
        amount: 10_000,
        processor: 'paystack',
      });
      gateways.paystack.pay(reference);
      const webhook = gateways.paystack.webhook(reference);
      paid.push({ person, reference, verifyPath: '/vouchers/payment/verify', webhook });
    }
    await Promise.all(
      shuffled(paid.flatMap((one) => times(4, () => one))).map((one) => comeBack(one)),
    );
    // One of the five paid for it, the others are in the wallet.
    const { amount } = (await listBalances(scene.deps.db, person.userId, new Date()))['NGN'] ?? {
      amount: 0,
    };
    expect(amount).toBe(4 * 11_000);
  });
});
