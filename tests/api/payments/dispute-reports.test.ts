import { eq, like } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import type { BalancesAnswer } from '../../../contract/wallet.ts';
import { journalTransactions } from '../../../server/db/schema/ledger.ts';
import { webhookEvents } from '../../../server/db/schema/payments.ts';
import { handleWebhook } from '../../../server/payments/webhooks/handle-webhook.ts';
import type { FakeWebhook } from '../../fakes/fake-gateway.ts';
import { signedByPaystack } from '../../fakes/paystack.ts';
import { Admin } from '../../fixtures/api/admin.ts';
import { deliver, postWebhook, setUpGateways } from '../../fixtures/api/gateways.ts';
import { noticesOf, noticesPage } from '../../fixtures/api/notices.ts';
import { withoutOut } from '../../fixtures/api/people.ts';
import { read, statementOf, walletOf } from '../../fixtures/api/players.ts';
import { setUpApp, setUpPeople } from '../../fixtures/api/set-up.ts';
import { Topups } from '../../fixtures/api/topups.ts';

const gateways = setUpGateways();
const test = setUpApp({ env: gateways.start });
const topups = new Topups(test);
const admin = new Admin(test);
const { payer } = setUpPeople(test, { payer: {} });

/** ₦5,000 by Paystack. @returns the reference */
async function paid(): Promise<string> {
  const reference = await topups.reference(payer);
  gateways.paystack.pay(reference);
  await deliver(test, gateways.paystack.webhook(reference));
  return reference;
}

/** A dispute that is lost as soon as it is known. */
async function lost(reference: string, refundAmount?: number): Promise<number> {
  const id = gateways.paystack.dispute(reference);
  gateways.paystack.decide(id, 'merchant-accepted', refundAmount);
  await deliver(test, gateways.paystack.disputeWebhook(id, 'resolve'));
  return id;
}

const naira = async (currency = 'NGN') =>
  withoutOut((await read<BalancesAnswer>(test, '/wallet/balances', payer)).data.wallets[currency]);
const told = async () =>
  (await noticesOf(test, payer)).filter(({ kind }) => kind === 'payment_disputed');

/** The same report as other bytes. */
const signedAgain = ({ body }: FakeWebhook): FakeWebhook =>
  signedByPaystack(
    JSON.stringify({ ...(JSON.parse(body) as object), again: true }),
    gateways.paystack.secretKey,
  );

describe('reports of disputes and refunds', () => {
  const movements = () =>
    test.deps.db.$count(
      journalTransactions,
      like(journalTransactions.naturalKey, 'dispute-lost:%'),
    );

  it('that come twice or late change nothing', async () => {
    const reference = await paid();
    const id = gateways.paystack.dispute(reference);
    const create = gateways.paystack.disputeWebhook(id, 'create');
    gateways.paystack.decide(id, 'merchant-accepted');
    const before = await movements();
    // Lost before it was opened here; the claim of an early report is not believed.
    for (const webhook of [
      create,
      gateways.paystack.disputeWebhook(id, 'resolve'),
      create,
      gateways.paystack.disputeWebhook(id, 'remind'),
      gateways.paystack.disputeWebhook(id, 'resolve', { resolution: 'declined' }),
      gateways.paystack.refund(reference, 500_000, { dispute: id }),
    ])
      await deliver(test, webhook);
    expect(await movements()).toBe(before + 1);
    expect(await naira()).toEqual({ amount: 0 });
    expect(await told()).toHaveLength(1);
    // A bank that changes its mind afterwards is for an administrator to follow.
    gateways.paystack.decide(id, 'declined');
    await deliver(
      test,
      gateways.paystack.disputeWebhook(id, 'resolve', { late: true, status: 'x' }),
    );
    expect(await naira()).toEqual({ amount: 0 });
  });

  it('of a dispute in a state that is not known are parked', async () => {
    const reference = await paid();
    const id = gateways.paystack.dispute(reference);
    gateways.paystack.decide(id, 'mediated');
    await postWebhook(test, gateways.paystack.disputeWebhook(id, 'resolve'));
    const [stored] = await test.deps.db
      .select()
      .from(webhookEvents)
      .where(eq(webhookEvents.disputeId, String(id)));
    await expect(handleWebhook(test.deps, stored?.id ?? 0)).rejects.toThrow('mediated');
    expect(await naira()).toEqual({ amount: 5000 });
    gateways.paystack.decide(id, 'declined');
    await handleWebhook(test.deps, stored?.id ?? 0);
    expect(await naira()).toEqual({ amount: 5000 });
  });

  it('of a refund at Paystack are booked once it is done, each refund once', async () => {
    const reference = await paid();
    for (const status of ['pending', 'processing', 'failed'])
      await deliver(test, gateways.paystack.refund(reference, 500_000, { status }));
    expect(await naira()).toEqual({ amount: 5000 });
    const first = gateways.paystack.refund(reference, 100_000);
    await deliver(test, first);
    await deliver(test, signedAgain(first));
    await deliver(test, gateways.paystack.refund(reference, 150_000));
    expect(await naira()).toEqual({ amount: 2500 });
  });

  it('of a refund that an administrator has booked take nothing twice', async () => {
    const reference = await paid();
    await admin.run(`refund ${reference}`);
    await deliver(test, gateways.paystack.refund(reference, 500_000));
    expect(await naira()).toEqual({ amount: 0 });
    const other = await paid();
    await deliver(test, gateways.paystack.refund(other, 200_000));
    await expect(admin.run(`refund ${other}`)).rejects.toThrow('was taken back by its bank');
    expect(await naira()).toEqual({ amount: 3000 });
  });

  it('of Flutterwave are asked about, too: chargebacks by stages, and refunds', async () => {
    const { flutterwave } = gateways;
    const reference = await topups.reference(payer, { processor: 'flutterwave' });
    const id = flutterwave.attempt(reference, 'successful', { amount: 5000, currency: 'NGN' });
    await deliver(test, flutterwave.webhook(id));
    await deliver(test, flutterwave.chargeback(id, 'initiated', 3000));
    await deliver(test, flutterwave.chargeback(id, 'declined', 3000));
    expect((await naira())?.held).toMatchObject([{ amount: 3000 }]);
    await deliver(test, flutterwave.refund(id, 1000, 'pending-momo'));
    await deliver(test, flutterwave.refund(id, 1000));
    expect(await naira()).toMatchObject({ amount: 4000, held: [{ amount: 3000 }] });
    const late = flutterwave.chargeback(id, 'initiated', 3000);
    await deliver(test, flutterwave.chargeback(id, 'lost', 3000));
    await deliver(test, late);
    expect(await naira()).toEqual({ amount: 1000 });
  });

  it('of a reversal by M-PESA, which cannot be asked, hold the money for an administrator', async () => {
    const reference = await topups.reference(payer, {
      amount: 1100,
      currency: 'KES',
      processor: 'mpesa',
      config: { phone: '0712 345 678' },
    });
    const callback = gateways.daraja.callback(gateways.daraja.answerLast(0));
    await deliver(test, callback);
    const result = (ResultCode: number, TransactionID: string): FakeWebhook => ({
      ...callback,
      body: JSON.stringify({ Result: { ResultType: 0, ResultCode, TransactionID } }),
    });
    await deliver(test, result(21, 'SKE0'));
    expect(await naira('KES')).toEqual({ amount: 1100 });
    await deliver(test, result(0, 'SKE1'));
    expect(await naira('KES')).toMatchObject({
      amount: 1100,
      held: [{ amount: 1100, until: null }],
    });
    await admin.run(`dispute ${reference} lost`);
    expect(await naira('KES')).toEqual({ amount: 0 });
  });

  it('of a part takes that part', async () => {
    const reference = await paid();
    const id = await lost(reference, 120_000);
    expect(await naira()).toEqual({ amount: 3800 });
    await deliver(test, gateways.paystack.disputeWebhook(id, 'remind'));
    expect(await naira()).toEqual({ amount: 3800 });
    // Another one of the rest, and one of what was taken already.
    await lost(reference, 400_000);
    expect(await naira()).toEqual({ amount: 0 });
    await lost(reference);
    expect(await naira()).toEqual({ amount: 0 });
  });
});

describe('two charges under one reference', () => {
  it('are both credited, the second one once, and told', async () => {
    const { flutterwave } = gateways;
    const reference = await topups.reference(payer, { processor: 'flutterwave' });
    const charge = { amount: 5000, currency: 'NGN' };
    const ids = [1, 2].map(() => flutterwave.attempt(reference, 'successful', charge));
    for (const id of [...ids, ...ids]) {
      await deliver(test, flutterwave.webhook(id));
      await deliver(test, flutterwave.webhook(id, 'signature'));
    }
    expect(await walletOf(test, payer)).toBe(10_000);
    const lines = await statementOf(test, payer);
    expect(lines.map(({ description }) => description)).toEqual([
      'Charged twice with Flutterwave',
      'Wallet top-up with Flutterwave',
    ]);
    // Both may go back, and no more than both.
    await deliver(test, flutterwave.refund(ids[1] ?? 0, 5000));
    expect(await walletOf(test, payer)).toBe(5000);
    await admin.run(`dispute ${reference} lost`);
    expect(await walletOf(test, payer)).toBe(0);
    await expect(admin.run(`dispute ${reference} lost`)).rejects.toThrow('known already');
  });

  it('are credited alike where Paystack reports them, and a lost answer is asked for again', async () => {
    const reference = await paid();
    const again = gateways.paystack.payAgain(reference);
    gateways.paystack.gateway.failNext(/\/transaction\/\d+$/, { kind: 'broken' });
    await expect(deliver(test, again)).rejects.toThrow();
    expect(await walletOf(test, payer)).toBe(5000);
    await deliver(test, again);
    expect(await walletOf(test, payer)).toBe(10_000);
    const [notice] = (await noticesPage(test, payer)).data;
    expect(notice).toMatchObject({ kind: 'payment_settled', data: { outcome: 'again' } });
  });

  it('are not believed: one that failed, or of another amount, is not credited', async () => {
    const { flutterwave } = gateways;
    const reference = await topups.reference(payer, { processor: 'flutterwave' });
    const charge = { amount: 5000, currency: 'NGN' };
    await deliver(test, flutterwave.webhook(flutterwave.attempt(reference, 'successful', charge)));
    const failed = flutterwave.attempt(reference, 'failed', charge);
    const other = flutterwave.attempt(reference, 'successful', { ...charge, amount: 50 });
    for (const id of [failed, other]) await deliver(test, flutterwave.webhook(id));
    expect(await walletOf(test, payer)).toBe(5000);
  });
});
