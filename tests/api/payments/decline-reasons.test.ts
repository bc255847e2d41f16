import { afterAll, beforeAll, expect, it } from 'vitest';

import { createDaraja } from '../../../server/payments/gateways/daraja.ts';
import { createFlutterwave } from '../../../server/payments/gateways/flutterwave.ts';
import { createPaystack } from '../../../server/payments/gateways/paystack.ts';
import { FakeDaraja } from '../../fakes/daraja.ts';
import { FakeFlutterwave } from '../../fakes/flutterwave.ts';
import { FakePaystack } from '../../fakes/paystack.ts';

const KEY = 'sk_test_nigeria_0123456789';
const request = {
  reference: 'GDT-declined',
  amountMinor: 110_000n,
  currency: 'KES',
  email: 'ada@goodies.test',
  returnUrl: 'https://goodies.test/wallet',
  provider: undefined,
  phone: '254712345678',
} as const;

let paystack: FakePaystack;
let flutterwave: FakeFlutterwave;
let daraja: FakeDaraja;

beforeAll(async () => {
  paystack = await FakePaystack.start(KEY);
  flutterwave = await FakeFlutterwave.start();
  daraja = await FakeDaraja.start();
});
afterAll(async () => {
  for (const { gateway } of [paystack, flutterwave, daraja]) await gateway.close();
});

it('Paystack tells a decline from a page that was left and can still be paid', async () => {
  const processor = createPaystack('paystack', { baseUrl: paystack.gateway.url, secretKey: KEY });
  await processor.initialize(request);
  const verify = () => processor.verify({ ...request, processorReference: undefined });
  paystack.setStatus(request.reference, 'abandoned');
  expect(await verify()).toMatchObject({ state: 'pending', reason: 'cancelled' });
  paystack.setStatus(request.reference, 'failed');
  expect(await verify()).toMatchObject({ state: 'failed', reason: 'declined' });
  paystack.setStatus(request.reference, 'ongoing');
  expect(await verify()).not.toHaveProperty('reason');
});

it('Flutterwave tells a decline', async () => {
  const processor = createFlutterwave('flutterwave', flutterwave.settings);
  flutterwave.attempt(request.reference, 'failed', { amount: 1_100, currency: 'KES' });
  expect(await processor.verify({ ...request, processorReference: undefined })).toMatchObject({
    state: 'failed',
    reason: 'declined',
  });
});

it('M-PESA tells by its codes what the owner of the phone did', async () => {
  const processor = createDaraja({
    settings: daraja.settings,
    clock: { now: () => Date.UTC(2026, 10, 2) },
    callbackUrlOf: (reference) => `https://goodies.test/${reference}`,
  });
  const { processorReference } = await processor.initialize(request);
  for (const [code, reason] of [
    [1032, 'cancelled'],
    [1037, 'expired'],
    [1, 'insufficient_funds'],
    [2001, 'wrong_pin'],
    [8888, 'declined'],
    [4999, undefined],
  ] as const) {
    daraja.answerLast(code);
    const verdict = await processor.verify({ ...request, processorReference });
    expect(verdict.reason, String(code)).toBe(reason);
  }
});
