import { expect, it } from 'vitest';

import { sumOf } from '../../../bench/statistics.ts';
import { refund } from '../../../server/admin/refund.ts';
import { webhookEvents } from '../../../server/db/schema/payments.ts';
import type { FakeWebhook } from '../../fakes/fake-gateway.ts';
import { signedByPaystack } from '../../fakes/paystack.ts';
import { MANDATE } from '../../fixtures/api/admin.ts';
import { deliver, setUpGateways } from '../../fixtures/api/gateways.ts';
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
const ofPaystack = (event: string, data: object): FakeWebhook =>
  signedByPaystack(JSON.stringify({ event, data }), gateways.paystack.secretKey);
const dispute = (reference: string): FakeWebhook =>
  ofPaystack('charge.dispute.create', { id: reference, transaction: { reference } });

it('a dispute and a return on a dashboard are warnings that name the payment, and move no money', async () => {
  const reference = await paidByPaystack();
  const other = await topups.reference(ada, { processor: 'flutterwave' });
  const paid = { amount: 5000, currency: 'NGN' };
  const id = gateways.flutterwave.attempt(other, 'successful', paid);
  await deliver(test, gateways.flutterwave.webhook(id));
  const before = await walletOf(test, ada);
  const { app, log, logged } = await withLog(test);
  const told = [
    dispute(reference),
    ofPaystack('refund.processed', { status: 'processed', transaction_reference: reference }),
    gateways.flutterwave.signed(
      JSON.stringify({ id: 8, AmountRefunded: 5000, status: 'completed', TransactionId: id }),
    ),
  ];
  for (const webhook of told) {
    await deliver({ ...test, deps: { ...test.deps, log } }, webhook);
    expect(await lastOutcome()).toBe('taken back');
  }
  await app.close();
  const lines = logged()
    .split('\n')
    .filter((line) => line.includes(WARNING))
    .map((line) => JSON.parse(line) as object);
  expect(lines).toMatchObject([
    { gateway: 'paystack', type: 'charge.dispute.create', reference },
    { gateway: 'paystack', type: 'refund.processed', reference },
    { gateway: 'flutterwave', type: 'refund', reference: other },
  ]);
  expect(await walletOf(test, ada)).toBe(before);
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
  await refund(test.deps, reference, MANDATE);
  await deliver(test, dispute(reference));
  expect(await lastOutcome()).toBe('returned');
  await deliver(test, dispute(await topups.reference(ada)));
  expect(await lastOutcome()).toBe('pending');
});
