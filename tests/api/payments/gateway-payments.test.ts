import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';

import { dateOf } from '../../../server/clock.ts';
import {
  reconcilePending,
  RECONCILE_AFTER_MS,
} from '../../../server/payments/reconcile-pending.ts';
import type { Reply } from '../../fixtures/api/test-app.ts';
import { setUpApp } from '../../fixtures/api/set-up.ts';
import { setUpGateways } from '../../fixtures/api/gateways.ts';
import { postGiveaway } from '../../fixtures/api/giveaways.ts';
import { addPerson, type Person } from '../../fixtures/api/people.ts';
import { referenceOf } from '../../fixtures/api/topups.ts';
import { payments } from '../../../server/db/schema/payments.ts';
import { VERIFY_GAP_MS } from '../../../server/payments/settle-payment.ts';
import { PROMPT_WAIT_MS } from '../../../server/payments/initialize-payment.ts';

// A server with accounts at all gateways, and without the sandbox.
const gateways = setUpGateways();
const real = setUpApp({
  env: async () => ({
    ...(await gateways.start()),
    GOODIES_SANDBOX: '0',
    SMTP_URL: 'smtp://localhost:25',
  }),
});
const startReal = (person: Person, voucherId: string, body: object, key?: string): Promise<Reply> =>
  real.call('POST', '/vouchers/payment/initialize', {
    token: person.token,
    headers: { ...(key && { 'idempotency-key': key }) },
    body: { voucher_id: voucherId, amount: 1000, ...body },
  });

const verifyOf = (person: Person, reference: string): Promise<Reply> =>
  real.call('POST', '/vouchers/payment/verify', { token: person.token, body: { reference } });

it('a giveaway is paid for through each of them', async () => {
  const creator = await addPerson(real.deps, 'creator');
  const verifyReal = (reference: string) => verifyOf(creator, reference);
  const { paystack, flutterwave, daraja } = gateways;

  const naira = await postGiveaway(real, creator);
  const byPaystack = referenceOf(await startReal(creator, naira.ulid, { processor: 'paystack' }));
  paystack.pay(byPaystack);
  expect((await verifyReal(byPaystack)).body).toMatchObject({ data: { status: 'settled' } });

  const cedis = await postGiveaway(real, creator, { currency: 'GHS' });
  const started = await startReal(creator, cedis.ulid, {
    processor: 'mobile_money',
    provider: 'mtn',
    config: { phone: '055 123 4987' },
  });
  // No account at Paystack in Ghana, so Flutterwave takes it.
  expect(started.body['authorization_url']).toContain('flutterwave');
  const byFlutterwave = referenceOf(started);
  flutterwave.setStatus(byFlutterwave, 'successful');
  expect((await verifyReal(byFlutterwave)).body).toMatchObject({ data: { status: 'settled' } });

  const shillings = await postGiveaway(real, creator, { currency: 'KES' });
  const asked = await startReal(creator, shillings.ulid, {
    processor: 'mpesa',
    config: { phone: '0712345678' },
  });
  const byDaraja = referenceOf(asked);
  expect(asked.body['authorization_url']).toBe(
    `http://localhost:8080/my-vouchers?trxref=${byDaraja}&reference=${byDaraja}`,
  );
  expect((await verifyReal(byDaraja)).body).toMatchObject({ data: { status: 'pending' } });
  daraja.answerLast(0);
  real.clock.advance(VERIFY_GAP_MS);
  expect((await verifyReal(byDaraja)).body).toMatchObject({ data: { status: 'settled' } });
});

it('a method says what it asks of the payer', async () => {
  const config = async (method: string) =>
    (await real.call('POST', '/payment-methods/config', { body: { method } })).body['data'];
  const phone = { name: 'phone', label: 'Phone number' };
  expect(await config('mpesa')).toEqual({
    methodId: 'mpesa',
    config: { fields: [{ ...phone, required: true, phone_code: '+254' }] },
    provider: null,
    providerName: null,
    fields: [{ ...phone, required: true, phone_code: '+254' }],
  });
  expect(await config('mobile_money')).toMatchObject({
    methodId: 'mobile_money',
    config: { fields: [{ ...phone, required: false, phone_code: '+233' }] },
    provider: 'mtn',
    providerName: 'MTN MoMo',
  });
  for (const methodId of ['paystack', 'wallet'])
    expect(await config(methodId)).toMatchObject({
      methodId,
      config: { fields: [] },
      provider: null,
      providerName: null,
    });
  for (const method of ['gold', 'constructor', '']) {
    const reply = await real.call('POST', '/payment-methods/config', { body: { method } });
    expect(reply.status).toBe(422);
  }
});

it('a phone is needed, as are whole shillings', async () => {
  const creator = await addPerson(real.deps, 'shillings');
  const voucher = await postGiveaway(real, creator, { currency: 'KES', amount: '1005' });
  const tryWith = (config?: object, amount = 1005) =>
    startReal(creator, voucher.ulid, { processor: 'mpesa', amount, config });
  expect((await tryWith()).body).toMatchObject({ message: 'Please enter your phone number' });
  for (const phone of ['0', '+233551234987', '07123456789', '0712 34', 'phone', '0'.repeat(10)])
    expect((await tryWith({ phone })).body).toMatchObject({
      errors: { phone: ['is not a phone number of this country'] },
    });
  expect((await tryWith({ phone: '+254 712 345 678' })).body).toMatchObject({
    message: 'M-PESA takes whole shillings only. Please choose another payment method.',
  });
  expect(await real.deps.db.$count(payments, eq(payments.userId, creator.userId))).toBe(0);
});

it('what cannot be started says so, and can be started again', async () => {
  const creator = await addPerson(real.deps, 'patient');
  const voucher = await postGiveaway(real, creator);
  const { paystack } = gateways;
  const tryAgain = () =>
    startReal(creator, voucher.ulid, { processor: 'paystack' }, 'patient-0001');
  const answer = { status: 400, body: { status: false, message: 'Invalid Amount Sent' } };
  paystack.gateway.failNext(/initialize/, { kind: 'refuses', answer });
  expect((await tryAgain()).body).toMatchObject({
    code: 'payment_initialize_failed',
    message: 'Failed to initialize payment. Please try again.',
  });
  const noUrl = { status: 200, body: { status: true, message: 'ok', data: {} } };
  paystack.gateway.failNext(/initialize/, { kind: 'refuses', answer: noUrl });
  expect((await tryAgain()).body).toMatchObject({
    message: 'Payment initialization failed: no authorization URL provided',
  });
  const reference = referenceOf(await tryAgain());
  paystack.pay(reference);
  paystack.gateway.failNext(/verify/, { kind: 'broken' });
  const verifyReal = () => verifyOf(creator, reference);
  const unanswered = await verifyReal();
  expect({ status: unanswered.status, message: unanswered.body['message'] }).toEqual({
    status: 502,
    message: 'Failed to verify payment. Please contact support.',
  });
  // Nobody is woken for one of them.
  const { text } = await real.call('GET', 'root:/metrics');
  for (const route of ['initialize', 'verify'])
    expect(text).toContain(
      `http_request_faults_total{method="POST",route="/api/v1/vouchers/payment/${route}"} 0\n`,
    );
  real.clock.advance(VERIFY_GAP_MS);
  expect((await verifyReal()).body).toMatchObject({ data: { status: 'settled' } });
});

it('a checkout whose address got lost on its way is opened anew by the next tap', async () => {
  const creator = await addPerson(real.deps, 'unlucky');
  const voucher = await postGiveaway(real, creator);
  const { paystack } = gateways;
  const tap = () => startReal(creator, voucher.ulid, { processor: 'paystack' }, 'unlucky-0001');
  // Paystack has the reference from now on, and tells its page to nobody again.
  const answer = { status: 504, body: '<html>' };
  paystack.gateway.failNext(/initialize/, { kind: 'answers', answer });
  expect((await tap()).body).toMatchObject({ code: 'payment_initialize_failed' });
  // Until then the first may be on its way still, and be told the page.
  expect((await tap()).body).toMatchObject({ code: 'payment_initialize_failed' });
  real.clock.advance(30_000);
  const reply = await tap();
  const reference = referenceOf(reply);
  expect((await tap()).body).toEqual(reply.body);
  const own = await real.deps.db
    .select({ reference: payments.reference, status: payments.status })
    .from(payments)
    .where(eq(payments.userId, creator.userId))
    .orderBy(payments.id);
  expect(own).toMatchObject([{ status: 'failed' }, { reference, status: 'pending' }]);
  paystack.pay(reference);
  const verified = await verifyOf(creator, reference);
  expect(verified.body).toMatchObject({ data: { status: 'settled', credited_to: 'voucher' } });
});

it('a gateway is asked about a payment once in five seconds, however often its payer asks', async () => {
  const creator = await addPerson(real.deps, 'eager');
  const voucher = await postGiveaway(real, creator);
  const reference = referenceOf(await startReal(creator, voucher.ulid, { processor: 'paystack' }));
  const verify = () => verifyOf(creator, reference);
  const { gateway } = gateways.paystack;
  const questions = (): number => gateway.callsTo(new RegExp(`verify/${reference}$`)).length;

  await Promise.all(Array.from({ length: 20 }, verify));
  expect(questions()).toBe(1);
  gateways.paystack.pay(reference);
  real.clock.advance(VERIFY_GAP_MS - 1);
  expect((await verify()).body).toMatchObject({ data: { status: 'pending' } });
  expect(questions()).toBe(1);
  real.clock.advance(1);
  expect((await verify()).body).toMatchObject({ data: { status: 'settled' } });
  await verify();
  expect(questions()).toBe(2);
});

it('a prompt that was refused can be sent again, one that was sent is not', async () => {
  const creator = await addPerson(real.deps, 'prompted');
  const voucher = await postGiveaway(real, creator, { currency: 'KES' });
  const { daraja } = gateways;
  const before = daraja.pushes.length;
  const byPhone = { processor: 'mpesa', config: { phone: '0712345678' } };
  const prompt = () => startReal(creator, voucher.ulid, byPhone, 'prompted-0001');
  const errorMessage = 'Bad Request - Invalid PhoneNumber';
  const answer = { status: 400, body: { errorCode: '400.002.02', errorMessage } };
  daraja.gateway.failNext(/processrequest/, { kind: 'refuses', answer });
  expect((await prompt()).body).toMatchObject({ code: 'payment_initialize_failed' });
  const replies = await Promise.all([prompt(), prompt(), prompt()]);
  for (const reply of replies) expect(reply.body).toEqual(replies[0]?.body);
  expect(daraja.pushes).toHaveLength(before + 1);
});

it('a phone is asked once at a time for a voucher, however often its payer taps', async () => {
  const creator = await addPerson(real.deps, 'tapping');
  const voucher = await postGiveaway(real, creator, { currency: 'KES' });
  const { daraja } = gateways;
  const before = daraja.pushes.length;
  const tap = (phone = '0712345678'): Promise<Reply> =>
    startReal(creator, voucher.ulid, { processor: 'mpesa', config: { phone } });
  const errorMessage = 'Bad Request - Invalid PhoneNumber';
  const answer = { status: 400, body: { errorCode: '400.002.02', errorMessage } };
  daraja.gateway.failNext(/processrequest/, { kind: 'refuses', answer });
  expect((await tap()).body).toMatchObject({ code: 'payment_initialize_failed' });
  // The prompt is waited out from now on: the one that was refused was never seen.
  real.clock.advance(PROMPT_WAIT_MS / 2);
  const [first, ...others] = await Promise.all([tap(), tap(), tap('0712345679')]);
  const reference = referenceOf(first);
  for (const other of others) expect(other.body).toEqual(first.body);
  expect(daraja.pushes).toHaveLength(before + 1);

  // By another method it can be paid for all the same.
  const byCard = await startReal(creator, voucher.ulid, { processor: 'flutterwave' });
  expect(referenceOf(byCard)).not.toBe(reference);
  real.clock.advance(PROMPT_WAIT_MS - 1);
  expect(referenceOf(await tap())).toBe(reference);
  real.clock.advance(1);
  const second = referenceOf(await tap());
  expect(second).not.toBe(reference);
  expect(daraja.pushes).toHaveLength(before + 2);

  // A prompt that was declined is over at once.
  daraja.answerLast(1032);
  const declined = await verifyOf(creator, second);
  expect(declined.body).toMatchObject({ data: { status: 'failed', reason: 'cancelled' } });
  expect(referenceOf(await tap())).not.toBe(second);
  expect(daraja.pushes).toHaveLength(before + 3);
});

it('a gateway that is away keeps no other caller waiting', async () => {
  const creator = await addPerson(real.deps, 'waiting');
  const references: string[] = [];
  for (let n = 0; n < 5; n += 1) {
    const voucher = await postGiveaway(real, creator);
    references.push(referenceOf(await startReal(creator, voucher.ulid, { processor: 'paystack' })));
  }
  const other = await postGiveaway(real, creator);
  const here = referenceOf(await startReal(creator, other.ulid, { processor: 'flutterwave' }));
  gateways.flutterwave.attempt(here, 'successful', { amount: 1100, currency: 'NGN' });
  real.clock.advance(RECONCILE_AFTER_MS + 1);
  for (const _ of references) gateways.paystack.gateway.failNext(/verify/, { kind: 'broken' });
  const run = await reconcilePending(real.deps);
  expect(run).toMatchObject({ settled: 1, unanswered: references.length });
});

it('a gateway that is away keeps no other caller waiting, however many wait for it', async () => {
  const creator = await addPerson(real.deps, 'behind_many');
  const stuck = Array.from({ length: 300 }, (_, n) => ({
    reference: `stuck_${n}`,
    userId: creator.userId,
    purpose: 'topup' as const,
    amount: 100_000n,
    currency: 'NGN' as const,
    processor: 'paystack',
    gateway: 'paystack',
    status: 'pending' as const,
    createdAt: dateOf(real.clock),
    updatedAt: dateOf(real.clock),
  }));
  await real.deps.db.insert(payments).values(stuck);
  real.clock.advance(1);
  const voucher = await postGiveaway(real, creator);
  const here = referenceOf(await startReal(creator, voucher.ulid, { processor: 'flutterwave' }));
  gateways.flutterwave.attempt(here, 'successful', { amount: 1100, currency: 'NGN' });
  real.clock.advance(RECONCILE_AFTER_MS + 1);
  for (let n = 0; n < 3; n += 1) gateways.paystack.gateway.failNext(/verify/, { kind: 'broken' });
  expect(await reconcilePending(real.deps)).toMatchObject({ settled: 1, unanswered: 3 });
});
