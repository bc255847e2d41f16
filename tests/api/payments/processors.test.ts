import { beforeAll, describe, expect, it } from 'vitest';

import type { DarajaSettings } from '../../../server/config/config.ts';
import { createDaraja } from '../../../server/payments/gateways/daraja.ts';
import { createFlutterwave } from '../../../server/payments/gateways/flutterwave.ts';
import { createPaystack } from '../../../server/payments/gateways/paystack.ts';
import type {
  CheckoutRequest,
  KnownPayment,
  PaymentProcessor,
} from '../../../server/payments/processor.ts';
import type { FakeDaraja } from '../../fakes/daraja.ts';
import type { FakeGateway } from '../../fakes/fake-gateway.ts';
import type { FakeFlutterwave } from '../../fakes/flutterwave.ts';
import type { FakePaystack } from '../../fakes/paystack.ts';
import { setUpGateways } from '../../fixtures/api/gateways.ts';

const KEY = 'sk_test_nigeria_0123456789';
/** Short, since these fakes answer at once or never. */
const TIMEOUT_MS = 500;
const RETURN_URL = 'https://goodies.test/my-vouchers';

let paystack: FakePaystack;
let flutterwave: FakeFlutterwave;
let daraja: FakeDaraja;
let nowMs = Date.UTC(2026, 10, 2, 22, 30, 5);

const gateways = setUpGateways();
beforeAll(async () => {
  await gateways.start();
  ({ paystack, flutterwave, daraja } = gateways);
});

let references = 0;
const requestOf = (more: Partial<CheckoutRequest> = {}): CheckoutRequest => {
  references += 1;
  return {
    reference: `GDT-${references}`,
    amountMinor: 500_050n,
    currency: 'NGN',
    email: 'ada@goodies.test',
    returnUrl: RETURN_URL,
    provider: undefined,
    phone: undefined,
    ...more,
  };
};
const known = (request: CheckoutRequest, processorReference?: string): KnownPayment => ({
  ...request,
  processorReference,
});

const byPaystack = (name = 'paystack', secretKey = KEY): PaymentProcessor =>
  createPaystack(name, { baseUrl: paystack.gateway.url, secretKey, timeoutMs: TIMEOUT_MS });
const byFlutterwave = (name = 'flutterwave'): PaymentProcessor =>
  createFlutterwave(name, { ...flutterwave.settings, timeoutMs: TIMEOUT_MS });
const byDaraja = (settings: Partial<DarajaSettings> = {}): PaymentProcessor =>
  createDaraja({
    settings: { ...daraja.settings, ...settings },
    clock: { now: () => nowMs },
    callbackUrlOf: (reference) => `https://goodies.test/api/v1/webhooks/mpesa/${reference}.secret`,
    timeoutMs: TIMEOUT_MS,
  });
const GHANA = { currency: 'GHS', amountMinor: 2_550n, phone: '233551234987' } as const;
const KENYA = { currency: 'KES', amountMinor: 110_000n, phone: '254712345678' } as const;
const returnPage = ({ reference }: CheckoutRequest): string =>
  `${RETURN_URL}?trxref=${reference}&reference=${reference}`;

describe('Paystack', () => {
  it('opens its page, in minor units, and tells what became of it', async () => {
    const request = requestOf();
    // It has not heard of a payment that never got there.
    expect(await byPaystack().verify(known(request))).toMatchObject({ state: 'pending' });
    const { authorizationUrl } = await byPaystack().initialize(request);
    expect(authorizationUrl).toMatch(/^https:\/\/checkout\.paystack\.com\//);
    expect(paystack.gateway.callsTo(/initialize/).at(-1)?.body).toEqual({
      email: 'ada@goodies.test',
      amount: 500_050,
      currency: 'NGN',
      reference: request.reference,
      callback_url: RETURN_URL,
      metadata: { cancel_action: returnPage(request) },
    });
    const verify = () => byPaystack().verify(known(request));
    expect(await verify()).toMatchObject({ state: 'pending' });
    for (const [status, state, reason] of [
      ['ongoing', 'pending', undefined],
      ['queued', 'pending', undefined],
      // The page that was left can still be paid.
      ['abandoned', 'pending', 'cancelled'],
      ['failed', 'failed', 'declined'],
      ['reversed', 'failed', 'declined'],
    ] as const) {
      paystack.setStatus(request.reference, status);
      const verdict = await verify();
      expect([verdict.state, verdict.reason], status).toEqual([state, reason]);
    }
    paystack.pay(request.reference);
    expect(await verify()).toMatchObject({
      state: 'paid',
      amountMinor: 500_050n,
      currency: 'NGN',
      processorReference: expect.stringMatching(/^\d{10}$/) as string,
    });
  });

  it('tells another amount or currency, but not the fees that some payers bear', async () => {
    const request = requestOf();
    await byPaystack().initialize(request);
    const verify = () => byPaystack().verify(known(request));
    paystack.pay(request.reference, { amount: 510_000 });
    expect(await verify()).toMatchObject({ amountMinor: 500_050n });
    paystack.pay(request.reference, { amount: 100 });
    expect(await verify()).toMatchObject({ state: 'paid', amountMinor: 100n });
    paystack.pay(request.reference, { amount: 500_050, currency: 'GHS' });
    expect(await verify()).toMatchObject({ currency: 'GHS' });
  });

  it('asks phones of two networks itself, and has its page ask the third', async () => {
    const mobileMoney = byPaystack('mobile_money');
    const mtn = requestOf({ ...GHANA, provider: 'mtn' });
    expect(mobileMoney.plan(mtn)).toBe('prompt');
    expect(await mobileMoney.initialize(mtn)).toEqual({ authorizationUrl: returnPage(mtn) });
    expect(paystack.gateway.callsTo(/charge/).at(-1)?.body).toMatchObject({
      amount: 2_550,
      currency: 'GHS',
      mobile_money: { phone: '0551234987', provider: 'mtn' },
    });
    for (const other of [
      requestOf({ ...GHANA, provider: 'vod' }),
      requestOf({ currency: 'GHS' }),
    ]) {
      expect(mobileMoney.plan(other)).toBe('page');
      await mobileMoney.initialize(other);
      expect(paystack.gateway.callsTo(/initialize/).at(-1)?.body).toMatchObject({
        channels: ['mobile_money'],
      });
    }
  });

  it('refuses a reference that it has, a wrong key and what it cannot read', async () => {
    const request = requestOf();
    await byPaystack().initialize(request);
    await expect(byPaystack().initialize(request)).rejects.toMatchObject({
      refused: true,
      message:
        'paystack answered 400 duplicate_reference validation_error Duplicate Transaction Reference',
    });
    const wrongKey = byPaystack('paystack', 'sk_test_of_somebody_else');
    await expect(wrongKey.initialize(requestOf())).rejects.toMatchObject({ refused: true });
    // A key that is refused is no news of the payment.
    await expect(wrongKey.verify(known(request))).rejects.toMatchObject({ status: 401 });
    const badPhone = requestOf({ ...GHANA, phone: '23355', provider: 'mtn' });
    await expect(byPaystack('mobile_money').initialize(badPhone)).rejects.toMatchObject({
      refused: true,
    });
  });

  it('answers without a page: no payer is sent anywhere', async () => {
    for (const data of [{}, { authorization_url: 'javascript:alert(1)' }, null]) {
      const body = { status: true, message: 'Authorization URL created', data };
      paystack.gateway.failNext(/initialize/, { kind: 'answers', answer: { status: 200, body } });
      await expect(byPaystack().initialize(requestOf())).rejects.toMatchObject({
        code: 'payment_no_url',
        message: 'Payment initialization failed: no authorization URL provided',
      });
    }
  });

  it('tells of another payment: not believed', async () => {
    const [mine, other] = [requestOf(), requestOf()];
    for (const request of [mine, other]) await byPaystack().initialize(request);
    const data = {
      reference: other.reference,
      status: 'success',
      amount: 500_050,
      currency: 'NGN',
    };
    const answer = { status: 200, body: { status: true, data } };
    paystack.gateway.failNext(/verify/, { kind: 'answers', answer });
    await expect(byPaystack().verify(known(mine))).rejects.toThrow('another payment');
    for (const amount of [null, 'many', 1.5, -1, '1e3', 2 ** 60]) {
      const strange = { ...data, reference: mine.reference, amount };
      const told = { status: 200, body: { status: true, data: strange } };
      paystack.gateway.failNext(/verify/, { kind: 'answers', answer: told });
      await expect(byPaystack().verify(known(mine))).rejects.toThrow('no amount');
    }
  });
});

describe('Flutterwave', () => {
  it('opens its page, in major units, and tells what became of it', async () => {
    const request = requestOf();
    const { authorizationUrl } = await byFlutterwave().initialize(request);
    expect(authorizationUrl).toContain('checkout.flutterwave.com');
    expect(flutterwave.gateway.callsTo(/payments/).at(-1)?.body).toEqual({
      tx_ref: request.reference,
      amount: 5000.5,
      currency: 'NGN',
      redirect_url: RETURN_URL,
      customer: { email: 'ada@goodies.test' },
      customizations: { title: 'Goodies' },
    });
    const verify = (id?: string) => byFlutterwave().verify(known(request, id));
    expect(await verify()).toMatchObject({ state: 'pending', processorReference: undefined });
    const sum = { amount: 5000.5, currency: 'NGN' };
    flutterwave.attempt(request.reference, 'failed', sum);
    expect(await verify()).toMatchObject({ state: 'failed', reason: 'declined' });
    // The payer tries again on the same page; a webhook tells the number of that try.
    const second = flutterwave.attempt(request.reference, 'successful', sum);
    expect(await verify(String(second))).toMatchObject({
      state: 'paid',
      amountMinor: 500_050n,
      currency: 'NGN',
      processorReference: String(second),
    });
  });

  it('is not told that a payment is another one', async () => {
    const [mine, other] = [requestOf(), requestOf()];
    const id = flutterwave.attempt(other.reference, 'successful', { amount: 1, currency: 'NGN' });
    expect(await byFlutterwave().verify(known(mine, String(id)))).toMatchObject({
      state: 'pending',
      processorReference: undefined,
    });
    expect(await byFlutterwave().verify(known(mine, '1/../2'))).toMatchObject({ state: 'pending' });
  });

  it('charges phones: on a page of its own in Ghana, by a prompt in Kenya', async () => {
    const ghana = requestOf({ ...GHANA, provider: 'vod' });
    expect(byFlutterwave('mobile_money').plan(ghana)).toBe('page');
    expect(await byFlutterwave('mobile_money').initialize(ghana)).toEqual({
      authorizationUrl: 'https://ravemodal.flutterwave.com/captcha/1',
    });
    expect(flutterwave.gateway.calls.at(-1)?.body).toMatchObject({
      phone_number: '233551234987',
      network: 'VODAFONE',
      amount: 25.5,
    });
    const kenya = requestOf(KENYA);
    expect(byFlutterwave('mpesa').plan(kenya)).toBe('prompt');
    const asked = await byFlutterwave('mpesa').initialize(kenya);
    expect(asked.authorizationUrl).toBe(returnPage(kenya));
    const verify = () => byFlutterwave('mpesa').verify(known(kenya, asked.processorReference));
    expect(await verify()).toMatchObject({ state: 'pending' });
    flutterwave.setStatus(kenya.reference, 'successful');
    expect(await verify()).toMatchObject({ state: 'paid', amountMinor: 110_000n });
  });

  it('asks on its page where the phone is not known', async () => {
    for (const [name, option] of [
      ['mobile_money', 'mobilemoneyghana'],
      ['mpesa', 'mpesa'],
    ] as const) {
      const request = requestOf();
      expect(byFlutterwave(name).plan(request)).toBe('page');
      await byFlutterwave(name).initialize(request);
      expect(flutterwave.gateway.calls.at(-1)?.body).toMatchObject({ payment_options: option });
    }
  });
});

describe('M-PESA', () => {
  it('asks the phone, and tells what its owner did', async () => {
    const request = requestOf(KENYA);
    const { authorizationUrl, processorReference } = await byDaraja().initialize(request);
    expect(authorizationUrl).toBe(returnPage(request));
    expect(daraja.gateway.callsTo(/processrequest/).at(-1)?.body).toMatchObject({
      BusinessShortCode: '174379',
      // Half past one in the night in Nairobi.
      Timestamp: '20261103013005',
      TransactionType: 'CustomerPayBillOnline',
      Amount: 1100,
      PartyA: '254712345678',
      PartyB: '174379',
      CallBackURL: `https://goodies.test/api/v1/webhooks/mpesa/${request.reference}.secret`,
    });
    const verify = () => byDaraja().verify(known(request, processorReference));
    expect(await verify()).toMatchObject({ state: 'pending' });
    for (const [code, state, reason, channel] of [
      [1032, 'failed', 'cancelled', undefined],
      [1037, 'failed', 'expired', undefined],
      [1, 'failed', 'insufficient_funds', undefined],
      [2001, 'failed', 'wrong_pin', undefined],
      [8888, 'failed', 'declined', undefined],
      [4999, 'pending', undefined, undefined],
      [0, 'paid', undefined, 'mobile_money'],
    ] as const) {
      daraja.answerLast(code);
      const verdict = await verify();
      expect(verdict).toMatchObject({ state, amountMinor: 110_000n, currency: 'KES' });
      expect([verdict.reason, verdict.channel], String(code)).toEqual([reason, channel]);
    }
  });

  it('pays into a till where there is one', async () => {
    await byDaraja({ till: '5551234' }).initialize(requestOf(KENYA));
    expect(daraja.gateway.callsTo(/processrequest/).at(-1)?.body).toMatchObject({
      TransactionType: 'CustomerBuyGoodsOnline',
      BusinessShortCode: '174379',
      PartyB: '5551234',
    });
  });

  it('needs a phone and whole shillings', () => {
    expect(() => byDaraja().plan(requestOf({ ...KENYA, phone: undefined }))).toThrow(
      'Please enter your phone number',
    );
    expect(() => byDaraja().plan(requestOf({ ...KENYA, amountMinor: 110_050n }))).toThrow(
      'M-PESA takes whole shillings only. Please choose another payment method.',
    );
  });

  it('uses a token until shortly before its end, and renews one that is refused, once', async () => {
    const processor = byDaraja();
    const tokens = () => daraja.gateway.callsTo(/oauth/).length;
    const before = tokens();
    await processor.initialize(requestOf(KENYA));
    await processor.initialize(requestOf(KENYA));
    expect(tokens()).toBe(before + 1);
    nowMs += 3_540_000;
    await processor.initialize(requestOf(KENYA));
    expect(tokens()).toBe(before + 2);
    daraja.endTokens();
    await processor.initialize(requestOf(KENYA));
    expect(tokens()).toBe(before + 3);
    const invalid = {
      requestId: '1',
      errorCode: '404.001.03',
      errorMessage: 'Invalid Access Token',
    };
    for (const _ of [1, 2]) {
      const answer = { status: 404, body: invalid };
      daraja.gateway.failNext(/processrequest/, { kind: 'refuses', answer });
    }
    const pushes = daraja.pushes.length;
    await expect(processor.initialize(requestOf(KENYA))).rejects.toMatchObject({ refused: true });
    expect(daraja.pushes).toHaveLength(pushes);
  });

  it('refuses bad numbers and bad keys', async () => {
    const badPhone = requestOf({ ...KENYA, phone: '254212345678' });
    await expect(byDaraja().initialize(badPhone)).rejects.toMatchObject({ refused: true });
    const badKey = byDaraja({ consumerSecret: 'wrong' });
    await expect(badKey.initialize(requestOf(KENYA))).rejects.toMatchObject({ refused: true });
    for (const errorCode of ['500.001.1001', '500.003.02']) {
      const answer = { status: 500, body: { requestId: '1', errorCode, errorMessage: 'no' } };
      daraja.gateway.failNext(/processrequest/, { kind: 'refuses', answer });
      // Here these mean that no phone was asked, although their status is the server's own.
      await expect(byDaraja().initialize(requestOf(KENYA))).rejects.toMatchObject({
        refused: true,
      });
    }
  });

  it('knows nothing of a payment without the number of a prompt', async () => {
    const calls = daraja.gateway.calls.length;
    expect(await byDaraja().verify(known(requestOf(KENYA)))).toMatchObject({ state: 'pending' });
    expect(daraja.gateway.calls).toHaveLength(calls);
  });
});

describe('a gateway that answers badly', () => {
  const each: readonly (readonly [string, () => PaymentProcessor, () => FakeGateway, object])[] = [
    ['Paystack', byPaystack, () => paystack.gateway, {}],
    ['Flutterwave', byFlutterwave, () => flutterwave.gateway, {}],
    ['M-PESA', byDaraja, () => daraja.gateway, KENYA],
  ];
  const html = { status: 502, body: '<html>' };

  it.each(each)('%s leaves it unknown what it did', async (_name, make, gatewayOf, more) => {
    const processor = make();
    // M-PESA's token is at hand, so that the fault hits the call itself.
    await processor.initialize(requestOf(more));
    for (const fault of [
      { kind: 'silent' },
      { kind: 'broken' },
      { kind: 'answers', answer: html },
      { kind: 'answers', answer: { status: 200, body: 'not json' } },
      { kind: 'answers', answer: { status: 200, body: '[]' } },
      { kind: 'answers', answer: { status: 302, body: '' } },
    ] as const) {
      gatewayOf().failNext(/initialize|payments|processrequest/, fault);
      const start = processor.initialize(requestOf(more));
      await expect(start).rejects.toMatchObject({ name: 'GatewayError', refused: false });
      gatewayOf().failNext(/verify|query/, fault);
      const verdict = processor.verify(known(requestOf(more), 'ws_CO_1'));
      await expect(verdict).rejects.toMatchObject({ name: 'GatewayError', refused: false });
    }
  });

  it('is quoted without what is personal or secret', async () => {
    const message = 'No ada@goodies.test +254712345678 sk_test_0123456789 FLWSECK_TEST-abcdefgh-X';
    const answer = { status: 400, body: { status: false, message } };
    paystack.gateway.failNext(/verify/, { kind: 'refuses', answer });
    await expect(byPaystack().verify(known(requestOf()))).rejects.toThrow(
      'paystack answered 400 No [address] [number] [key] [key]',
    );
  });
});
