import { beforeAll, expect, it } from 'vitest';

import { createFlutterwave } from '../../../server/payments/gateways/flutterwave.ts';
import { createPaystack } from '../../../server/payments/gateways/paystack.ts';
import type { PaymentProcessor } from '../../../server/payments/processor.ts';
import { setUpGateways } from '../../fixtures/api/gateways.ts';

const gateways = setUpGateways();
beforeAll(() => gateways.start());

let payments = 0;
function newPayment() {
  payments += 1;
  return {
    reference: `GDT-channel-${payments}`,
    amountMinor: 500_000n,
    currency: 'NGN',
    email: 'ada@goodies.test',
    returnUrl: 'https://goodies.test/wallet',
    provider: undefined,
    phone: undefined,
    processorReference: undefined,
  } as const;
}

async function byPaystack(channel: string): Promise<[PaymentProcessor, string]> {
  const { gateway, secretKey } = gateways.paystack;
  const processor = createPaystack('paystack', { baseUrl: gateway.url, secretKey });
  const payment = newPayment();
  await processor.initialize(payment);
  gateways.paystack.pay(payment.reference, { channel });
  return [processor, payment.reference];
}

async function byFlutterwave(paymentType: string): Promise<[PaymentProcessor, string]> {
  const { reference } = newPayment();
  const sum = { amount: 5000, currency: 'NGN' };
  gateways.flutterwave.attempt(reference, 'successful', sum, paymentType);
  return [createFlutterwave('flutterwave', gateways.flutterwave.settings), reference];
}

it.each([
  ['Paystack', 'card', 'card', byPaystack],
  ['Paystack', 'apple_pay', 'card', byPaystack],
  ['Paystack', 'bank_transfer', 'bank_transfer', byPaystack],
  ['Paystack', 'ussd', 'ussd', byPaystack],
  ['Paystack', 'mobile_money', 'mobile_money', byPaystack],
  ['Paystack', 'qr', 'other', byPaystack],
  ['Paystack', 'constructor', 'other', byPaystack],
  ['Flutterwave', 'card', 'card', byFlutterwave],
  ['Flutterwave', 'applepay', 'card', byFlutterwave],
  ['Flutterwave', 'bank_transfer', 'bank_transfer', byFlutterwave],
  ['Flutterwave', 'ussd', 'ussd', byFlutterwave],
  ['Flutterwave', 'mobilemoneygh', 'mobile_money', byFlutterwave],
  ['Flutterwave', 'mpesa', 'mobile_money', byFlutterwave],
  ['Flutterwave', 'account', 'other', byFlutterwave],
] as const)('%s tells of a payment by %s: %s', async (_, name, channel, pay) => {
  const [processor, reference] = await pay(name);
  const told = await processor.verify({ ...newPayment(), reference });
  expect(told).toMatchObject({ state: 'paid', channel });
});
