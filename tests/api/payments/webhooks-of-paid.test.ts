import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { sumOf } from '../../../bench/statistics.ts';
import { WEBHOOK_KEEP_MS } from '../../../contract/constants.ts';
import { HOUR_MS } from '../../../contract/durations.ts';
import { webhookEvents } from '../../../server/db/schema/payments.ts';
import {
  handleWebhook,
  retryParked,
  sweepWebhooks,
} from '../../../server/payments/webhooks/handle-webhook.ts';
import type { FakeWebhook } from '../../fakes/fake-gateway.ts';
import { Admin, runAdmin } from '../../fixtures/api/admin.ts';
import { deliver, postWebhook, setUpGateways } from '../../fixtures/api/gateways.ts';
import { withLog } from '../../fixtures/api/log-lines.ts';
import { walletOf } from '../../fixtures/api/players.ts';
import { setUpApp, setUpPeople } from '../../fixtures/api/set-up.ts';
import { Topups } from '../../fixtures/api/topups.ts';

const gateways = setUpGateways();
const test = setUpApp({ env: gateways.start });
const topups = new Topups(test);
const { ada } = setUpPeople(test, { ada: {} });

const WARNING = 'a payment that was credited is disputed or returned at its gateway';
const lastOutcome = async (): Promise<string | null | undefined> => {
  const rows = await test.deps.db.select().from(webhookEvents).orderBy(webhookEvents.id);
  return rows.at(-1)?.outcome;
};
const takenBack = async (): Promise<number> =>
  sumOf((await test.call('GET', 'root:/metrics')).text, 'payments_taken_back');

async function paidByPaystack(): Promise<string> {
  const reference = await topups.reference(ada);
  gateways.paystack.pay(reference);
  await deliver(test, gateways.paystack.webhook(reference));
  return reference;
}
const dispute = (reference: string): FakeWebhook => {
  const id = gateways.paystack.dispute(reference);
  return gateways.paystack.disputeWebhook(id, 'create');
};

it('a dispute and a return on a dashboard are warnings that name the payment', async () => {
  const reference = await paidByPaystack();
  const returned = await paidByPaystack();
  const other = await topups.reference(ada, { processor: 'flutterwave' });
  const paid = { amount: 5000, currency: 'NGN' };
  const id = gateways.flutterwave.attempt(other, 'successful', paid);
  await deliver(test, gateways.flutterwave.webhook(id));
  const { app, log, logged } = await withLog(test);
  const told = [
    [dispute(reference), 'opened'],
    [gateways.paystack.refund(returned, 500_000), 'lost'],
    [gateways.flutterwave.refund(id, 5000), 'lost'],
  ] as const;
  for (const [webhook, outcome] of told) {
    await deliver({ ...test, deps: { ...test.deps, log } }, webhook);
    expect(await lastOutcome()).toBe(outcome);
  }
  await app.close();
  const lines = logged()
    .split('\n')
    .filter((line) => line.includes(WARNING))
    .map((line) => JSON.parse(line) as object);
  expect(lines).toMatchObject([
    { gateway: 'paystack', type: 'charge.dispute.create', reference },
    { gateway: 'paystack', type: 'refund.processed', reference: returned },
    { gateway: 'flutterwave', type: 'refund', reference: other },
  ]);
});

it('they ring an alarm for an hour', async () => {
  await test.deps.db.update(webhookEvents).set({ receivedAt: new Date(Date.now() - 3_700_000) });
  expect(await takenBack()).toBe(0);
  await deliver(test, dispute(await paidByPaystack()));
  await test.deps.db.update(webhookEvents).set({ receivedAt: new Date() });
  expect(await takenBack()).toBeGreaterThan(0);
});

it('they are nothing to look at where the books have returned the payment, or never credited it', async () => {
  const reference = await paidByPaystack();
  await runAdmin(test.deps, ['refund', reference]);
  await deliver(test, dispute(reference));
  expect(await lastOutcome()).toBe('returned');
  await deliver(test, dispute(await topups.reference(ada)));
  expect(await lastOutcome()).toBe('pending');
});

const giveUpJobs = () =>
  test.deps.database.executeSql(
    `update jobs.job set state = 'failed', completed_on = now() where name = 'handle-webhook-paystack' and state < 'completed'`,
    [],
  );
/** How many are parked, as the metrics tell. */
async function parked(): Promise<number> {
  const { text } = await test.call('GET', 'root:/metrics');
  return Number(/^webhooks_parked\{gateway="paystack"\} (\d+)$/m.exec(text)?.[1] ?? 0);
}

/** A webhook of a payment that was paid, whose handling was given up. */
async function park() {
  const { db } = test.deps;
  await giveUpJobs();
  const reference = await topups.reference(ada);
  gateways.paystack.pay(reference);
  const webhook = gateways.paystack.webhook(reference);
  await postWebhook(test, webhook);
  await giveUpJobs();
  const [stored] = await db
    .select()
    .from(webhookEvents)
    .where(eq(webhookEvents.reference, reference));
  return { webhook, reference, id: stored?.id ?? 0 };
}

describe('a webhook', () => {
  it('that was given up is parked: counted, and tried again when it comes again', async () => {
    const { webhook, id } = await park();
    // The metrics go by the clock of the database.
    const receivedAt = sql`now() - interval '2 hours'`;
    await test.deps.db.update(webhookEvents).set({ receivedAt }).where(eq(webhookEvents.id, id));
    expect(await parked()).toBe(1);
    const waiting = () =>
      test.deps.jobs.isWaiting(test.deps.db, 'handle-webhook-paystack', { eventId: id });
    expect(await waiting()).toBe(false);
    for (let times = 0; times < 3; times += 1) await postWebhook(test, webhook);
    expect(await waiting()).toBe(true);
    expect((await test.deps.jobs.listWaiting('handle-webhook-paystack')).length).toBe(1);
    await handleWebhook(test.deps, id);
    expect(await walletOf(test, ada)).toBe(5000);
    expect(await parked()).toBe(0);
    // Handled, it is left alone.
    await giveUpJobs();
    await postWebhook(test, webhook);
    expect(await waiting()).toBe(false);
  });

  it('that was given up is tried again each hour for three days, and then by hand', async () => {
    const { id, reference } = await park();
    const tries: unknown[] = [];
    for (let hours = 1; hours <= 80; hours += 1) {
      test.clock.advance(HOUR_MS);
      await retryParked(test.deps);
      // Two nodes at the same hour.
      await retryParked(test.deps);
      tries.push(...(await test.deps.jobs.listWaiting('handle-webhook-paystack')));
      await giveUpJobs();
    }
    expect(tries).toEqual(Array.from({ length: 71 }, () => ({ eventId: id })));
    test.clock.advance(WEBHOOK_KEEP_MS);
    await sweepWebhooks(test.deps);
    const admin = new Admin(test);
    expect((await admin.run('failed')).join('\n')).toContain(
      `webhook ${id}  paystack  charge.success`,
    );
    expect(await admin.run(`requeue webhook ${id}`)).toEqual([`webhook ${id} is tried again`]);
    await expect(admin.run(`requeue webhook ${id}`)).rejects.toThrow('is still being tried');
    await handleWebhook(test.deps, id);
    expect(await topups.statusOf(reference)).toBe('settled');
    await expect(admin.run(`requeue webhook ${id}`)).rejects.toThrow('was handled');
    await expect(admin.run('requeue webhook 999999')).rejects.toThrow('there is no webhook');
  });

  it('about what this node does not know is left to one that does', async () => {
    const { id } = await park();
    const set = (subject: 'payment') =>
      test.deps.db.update(webhookEvents).set({ subject }).where(eq(webhookEvents.id, id));
    await set('not_known_yet' as 'payment');
    await expect(handleWebhook(test.deps, id)).rejects.toThrow('not_known_yet');
    await set('payment');
    await handleWebhook(test.deps, id);
    expect(await walletOf(test, ada)).toBe(5000);
  });
});
