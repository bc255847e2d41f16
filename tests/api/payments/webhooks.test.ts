import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { WEBHOOK_KEEP_MS } from '../../../contract/constants.ts';

import {
  reconcilePending,
  RECONCILE_AFTER_MS,
} from '../../../server/payments/reconcile-pending.ts';
import { handleWebhook, sweepWebhooks } from '../../../server/payments/webhooks/handle-webhook.ts';
import type { FakeWebhook } from '../../fakes/fake-gateway.ts';
import { signedByPaystack } from '../../fakes/paystack.ts';
import { startTestApp } from '../../fixtures/api/test-app.ts';
import { deliver, postWebhook, setUpGateways } from '../../fixtures/api/gateways.ts';
import { withLog } from '../../fixtures/api/log-lines.ts';
import { addPerson, type Person } from '../../fixtures/api/people.ts';
import { digestTables } from '../../fixtures/api/table-digest.ts';
import { referenceOf, Topups } from '../../fixtures/api/topups.ts';
import { payments, webhookEvents } from '../../../server/db/schema/payments.ts';
import { setUpPeople, setUpApp } from '../../fixtures/api/set-up.ts';
import { walletOf } from '../../fixtures/api/players.ts';

const gateways = setUpGateways();
const test = setUpApp({ env: gateways.start });
const topups = new Topups(test);
const { ada, wanjiru } = setUpPeople(test, { ada: {}, wanjiru: { region: 'kenya' } });

const byFlutterwave = { processor: 'flutterwave' };
const outcomes = async (): Promise<(string | null)[]> => {
  const rows = await test.deps.db.select().from(webhookEvents).orderBy(webhookEvents.id);
  return rows.map(({ outcome }) => outcome);
};
/** Starts a top-up of 1,100 shillings by M-PESA. @returns its reference */
const askPhone = async (person: Person): Promise<string> =>
  topups.reference(person, {
    amount: 1100,
    currency: 'KES',
    processor: 'mpesa',
    config: { phone: '0712 345 678' },
  });

/** The next prompt is sent, and its gateway's answer is lost. */
async function loseNextPush(): Promise<void> {
  // The token is at hand after this one, so that the fault hits the prompt itself.
  await askPhone(wanjiru);
  const answer = { status: 503, body: '' };
  gateways.daraja.gateway.failNext(/processrequest/, { kind: 'answers', answer });
}

describe('a webhook', () => {
  it('of Paystack settles what it is about, once', async () => {
    const reference = await topups.reference(ada);
    gateways.paystack.pay(reference);
    const webhook = gateways.paystack.webhook(reference);
    const reply = await deliver(test, webhook);
    expect({ status: reply.status, body: reply.body }).toEqual({
      status: 200,
      body: { success: true },
    });
    expect(await walletOf(test, ada)).toBe(5000);
    const before = await digestTables(test);
    for (let n = 0; n < 3; n += 1) expect((await deliver(test, webhook)).status).toBe(200);
    expect(await digestTables(test)).toEqual(before);
    // The payer comes back at last.
    expect((await topups.verify(ada, reference)).body).toMatchObject({
      message: 'Payment successful!',
    });
    expect(await walletOf(test, ada)).toBe(5000);
  });

  it('is stored before anything is done about it, and then asked about', async () => {
    const reference = await topups.reference(ada);
    const webhook = gateways.paystack.webhook(reference);
    // It claims a success that Paystack itself knows nothing of.
    expect((await deliver(test, webhook)).status).toBe(200);
    const [stored] = await test.deps.db
      .select()
      .from(webhookEvents)
      .where(eq(webhookEvents.reference, reference));
    expect(stored).toMatchObject({
      gateway: 'paystack',
      type: 'charge.success',
      subject: 'payment',
      body: webhook.body,
      outcome: 'pending',
    });
    expect(await walletOf(test, ada)).toBe(0);
  });

  it.each(['hash', 'signature', 'flat'] as const)(
    'of Flutterwave, with its %s, settles what it is about',
    async (signing) => {
      const reference = await topups.reference(ada, byFlutterwave);
      const paid = { amount: 5000, currency: 'NGN' };
      const failed = gateways.flutterwave.attempt(reference, 'failed', paid);
      await deliver(test, gateways.flutterwave.webhook(failed, signing));
      expect(await topups.statusOf(reference)).toBe('failed');
      // The second try under the same reference is found by the number that its webhook tells.
      const good = gateways.flutterwave.attempt(reference, 'successful', paid);
      await deliver(test, gateways.flutterwave.webhook(good, signing));
      expect(await topups.statusOf(reference)).toBe('settled');
      await deliver(test, gateways.flutterwave.webhook(failed, signing));
      expect(await walletOf(test, ada)).toBe(5000);
    },
  );

  it('of M-PESA settles what its address names', async () => {
    const reference = await askPhone(wanjiru);
    const callback = gateways.daraja.callback(gateways.daraja.answerLast(0));
    expect(callback.path).toMatch(
      new RegExp(`^/api/v1/webhooks/mpesa/${reference}\\.[0-9a-f]{64}$`),
    );
    const reply = await deliver(test, callback);
    expect(reply.body).toEqual({ ResultCode: 0, ResultDesc: 'Accepted' });
    await deliver(test, callback);
    expect(await walletOf(test, wanjiru, 'KES')).toBe(1100);
  });

  it('of M-PESA tells the number of a prompt whose start got no answer', async () => {
    await loseNextPush();
    const before = gateways.daraja.pushes.length;
    const key = { 'idempotency-key': `prompt-${test.round}` };
    const body = {
      amount: 700,
      currency: 'KES',
      processor: 'mpesa',
      config: { phone: '+254712345678' },
    };
    const started = await topups.start(wanjiru, body, key);
    // It is unknown whether the phone was asked: it counts as asked, and is not asked again.
    expect((await topups.start(wanjiru, body, key)).body).toEqual(started.body);
    expect(gateways.daraja.pushes).toHaveLength(before + 1);
    const reference = referenceOf(started);
    expect((await topups.verify(wanjiru, reference)).body).toMatchObject({
      data: { status: 'pending' },
    });
    await deliver(test, gateways.daraja.callback(gateways.daraja.answerLast(0)));
    expect(await walletOf(test, wanjiru, 'KES')).toBe(700);
  });

  it('of M-PESA that names a prompt too early to ask about has it asked about later', async () => {
    await loseNextPush();
    const before = await walletOf(test, wanjiru, 'KES');
    const reference = await askPhone(wanjiru);
    const stillAsking = { status: 500, body: { errorCode: '500.001.1001' } };
    gateways.daraja.gateway.failNext(/stkpushquery/, { kind: 'refuses', answer: stillAsking });
    await deliver(test, gateways.daraja.callback(gateways.daraja.answerLast(0)));
    expect(await topups.statusOf(reference)).toBe('pending');
    test.clock.advance(RECONCILE_AFTER_MS + 1);
    await reconcilePending(test.deps);
    expect(await topups.statusOf(reference)).toBe('settled');
    expect(await walletOf(test, wanjiru, 'KES')).toBe(before + 1100);
  });

  it('of M-PESA does not rename a prompt that is known', async () => {
    const reference = await askPhone(wanjiru);
    const id = (await topups.row(reference))?.processorReference;
    const push = gateways.daraja.answerLast(0);
    await deliver(test, gateways.daraja.callback({ ...push, id: 'ws_CO_other' }));
    expect(await topups.row(reference)).toMatchObject({
      status: 'settled',
      processorReference: id,
    });
  });

  it('of M-PESA about a failure is asked about, too', async () => {
    const reference = await askPhone(wanjiru);
    const push = gateways.daraja.answerLast(1032);
    await deliver(test, gateways.daraja.callback(push));
    expect(await topups.statusOf(reference)).toBe('failed');
    expect((await topups.verify(wanjiru, reference)).body).toMatchObject({
      message: 'Failed to process payment. Please try again.',
    });
  });

  it('with a wrong amount or currency settles nothing', async () => {
    const amounts = await topups.reference(ada);
    gateways.paystack.pay(amounts, { amount: 499_999 });
    const currencies = await topups.reference(ada, byFlutterwave);
    const id = gateways.flutterwave.attempt(currencies, 'successful', {
      amount: 5000,
      currency: 'GHS',
    });
    await deliver(test, gateways.paystack.webhook(amounts));
    await deliver(test, gateways.flutterwave.webhook(id));
    expect((await outcomes()).slice(-2)).toEqual(['mismatch', 'mismatch']);
    for (const reference of [amounts, currencies])
      expect(await topups.statusOf(reference)).toBe('pending');
    expect(await walletOf(test, ada)).toBe(0);
    const reply = await topups.verify(ada, amounts);
    expect(reply.body).toMatchObject({
      code: 'payment_verify_failed',
      message: 'Failed to verify payment. Please contact support.',
    });
  });

  it('that comes late, early, or not at all changes nothing about the end', async () => {
    const references = [await topups.reference(ada), await topups.reference(ada)];
    const [early = '', never = ''] = references;
    // Before the payer has paid.
    await deliver(test, gateways.paystack.webhook(early));
    for (const reference of references) gateways.paystack.pay(reference);
    test.clock.advance(RECONCILE_AFTER_MS + 1);
    await reconcilePending(test.deps);
    expect(await walletOf(test, ada)).toBe(10_000);
    // Long after the job has settled it.
    await deliver(test, gateways.paystack.webhook(never));
    expect(await walletOf(test, ada)).toBe(10_000);
  });

  it('is handled again when the gateway could not be asked', async () => {
    const reference = await topups.reference(ada);
    gateways.paystack.pay(reference);
    gateways.paystack.gateway.failNext(/verify/, { kind: 'broken' });
    await expect(deliver(test, gateways.paystack.webhook(reference))).rejects.toMatchObject({
      code: 'payment_verify_failed',
    });
    const [stored] = await test.deps.db
      .select()
      .from(webhookEvents)
      .where(eq(webhookEvents.reference, reference));
    await handleWebhook(test.deps, stored?.id ?? 0);
    expect(await walletOf(test, ada)).toBe(5000);
  });

  it('is done by a job, without anybody coming back', async () => {
    const working = await startTestApp(gateways.env);
    try {
      await working.deps.jobs.start();
      const payer = await addPerson(working.deps, 'payer');
      const own = new Topups(working);
      const reference = await own.reference(payer);
      gateways.paystack.pay(reference);
      await postWebhook(working, gateways.paystack.webhook(reference));
      await expect.poll(() => own.statusOf(reference)).toBe('settled');
    } finally {
      await working.close();
    }
  });

  it('is kept for 90 days', async () => {
    await deliver(test, gateways.flutterwave.signed('{"event":"refund","id":1}'));
    test.clock.advance(WEBHOOK_KEEP_MS);
    await sweepWebhooks(test.deps);
    expect(await test.deps.db.$count(webhookEvents)).toBeGreaterThan(0);
    test.clock.advance(1);
    await sweepWebhooks(test.deps);
    expect(await test.deps.db.$count(webhookEvents)).toBe(0);
  });
});

describe('a forged webhook', () => {
  const forged = async (): Promise<Record<string, FakeWebhook>> => {
    const reference = await topups.reference(ada);
    gateways.paystack.pay(reference);
    const good = gateways.paystack.webhook(reference);
    const id = gateways.flutterwave.attempt(reference, 'successful', {
      amount: 5000,
      currency: 'NGN',
    });
    const fromFlutterwave = gateways.flutterwave.webhook(id);
    await askPhone(wanjiru);
    const callback = gateways.daraja.callback(gateways.daraja.answerLast(0));
    const other = gateways.daraja.callback(gateways.daraja.pushes[0] ?? ({} as never));
    const header = (name: string, value: string) => ({ ...good.headers, [name]: value });
    return {
      'without a signature': { ...good, headers: {} },
      'with an empty signature': { ...good, headers: header('x-paystack-signature', '') },
      'with another signature': {
        ...good,
        headers: header('x-paystack-signature', 'ab'.repeat(64)),
      },
      'with half a signature': {
        ...good,
        headers: header(
          'x-paystack-signature',
          good.headers['x-paystack-signature']?.slice(0, 64) ?? '',
        ),
      },
      'signed with another key': gateways.paystack.webhook(reference, 'charge.success', 'sk_other'),
      'with a changed body': { ...good, body: good.body.replace('5', '6') },
      'with one space more': { ...good, body: `${good.body} ` },
      'of Flutterwave without its hash': { ...fromFlutterwave, headers: {} },
      'of Flutterwave with another hash': {
        ...fromFlutterwave,
        headers: { 'verif-hash': 'guessed' },
      },
      'of Flutterwave with another signature': {
        ...fromFlutterwave,
        headers: { 'flutterwave-signature': 'guessed' },
      },
      'of M-PESA without the secret': { ...callback, path: '/webhooks/mpesa' },
      'of M-PESA with a guessed secret': {
        ...callback,
        path: `${callback.path.slice(0, -1)}${callback.path.endsWith('0') ? '1' : '0'}`,
      },
      'of M-PESA with the secret of another payment': {
        ...callback,
        path: `${callback.path.split('.')[0]}.${other.path.split('.')[1]}`,
      },
    };
  };

  it('is refused, logged, and changes nothing', async () => {
    const attempts = Object.entries(await forged());
    const { app, logged } = await withLog(test);
    const before = await digestTables(test);
    for (const [what, webhook] of attempts) {
      const url = webhook.path.startsWith('/api') ? webhook.path : `/api/v1${webhook.path}`;
      const reply = await app.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json', ...webhook.headers },
        payload: webhook.body,
      });
      expect(reply.statusCode, what).toBe(401);
      expect(reply.json(), what).toMatchObject({
        code: 'signature_invalid',
        message: 'The signature is not right',
      });
    }
    expect(await digestTables(test)).toEqual(before);
    expect(await walletOf(test, ada)).toBe(0);
    await app.close();
    expect(logged()).toContain('/api/v1/webhooks/paystack');
    // The secret part of an address is in no log.
    expect(logged()).not.toMatch(/GDT-[0-9a-f]+\.[0-9a-f]{64}/);
  });

  it('is refused where there is no account', async () => {
    const closed = await startTestApp();
    for (const path of ['paystack', 'flutterwave', 'mpesa', 'mpesa/GDT-1.x']) {
      const reply = await closed.call('POST', `/webhooks/${path}`, { body: { event: 'x' } });
      expect(reply.status).toBe(401);
    }
    await closed.close();
  });

  it('is refused where it cannot be read, signed or not', async () => {
    const before = await digestTables(test);
    const sign = (body: string) => signedByPaystack(body, gateways.paystack.secretKey);
    for (const body of ['', '{', 'null', '[]', '"text"', '7']) {
      expect((await postWebhook(test, sign(body))).status, body).toBe(400);
      expect((await postWebhook(test, { ...sign(body), headers: {} })).status, body).toBe(401);
    }
    expect((await postWebhook(test, sign(`{"a":"${'x'.repeat(1_000_000)}"}`))).status).toBe(413);
    expect(await digestTables(test)).toEqual(before);
  });
});

describe('a webhook about nothing of ours', () => {
  it('is stored and passed over', async () => {
    const sign = (body: object) =>
      signedByPaystack(JSON.stringify(body), gateways.paystack.secretKey);
    const before = await test.deps.db.$count(payments);
    const bodies: readonly (readonly [object, string])[] = [
      [{ event: 'charge.success', data: { id: 1, reference: 'GDT-unknown' } }, 'unknown reference'],
      [{ event: 'charge.success', data: { id: 2 } }, 'unknown reference'],
      [{ event: 'charge.success', data: { id: 2 ** 60 } }, 'unknown reference'],
      [{ event: 'charge.success', data: 7 }, 'unknown reference'],
      [{ event: 'charge.success', data: { id: 3, reference: 'a\u0000b' } }, 'unknown reference'],
      [{ event: 'transfer.success', data: { id: 4, reference: 'x' } }, 'unknown reference'],
      [{ event: 'charge.dispute.create', data: { id: 5 } }, 'ignored'],
      [{ event: 'x'.repeat(100_000), data: { id: 6 } }, 'ignored'],
      [{ something: 'else' }, 'ignored'],
      [{}, 'ignored'],
    ];
    for (const [body, outcome] of bodies) {
      expect((await deliver(test, sign(body))).status).toBe(200);
      expect((await outcomes()).at(-1), JSON.stringify(body).slice(0, 80)).toBe(outcome);
    }
    expect(await test.deps.db.$count(payments)).toBe(before);
  });

  it('is not believed about a payment that another gateway has', async () => {
    const reference = await topups.reference(ada, byFlutterwave);
    const body = JSON.stringify({ event: 'charge.success', data: { id: 77, reference } });
    const asked = gateways.flutterwave.gateway.calls.length;
    await deliver(test, signedByPaystack(body, gateways.paystack.secretKey));
    expect((await outcomes()).at(-1)).toBe('unknown reference');
    expect(gateways.flutterwave.gateway.calls).toHaveLength(asked);
  });
});
