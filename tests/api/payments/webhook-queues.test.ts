import { expect, it } from 'vitest';

import { postWebhook, setUpGateways } from '../../fixtures/api/gateways.ts';
import { setUpApp } from '../../fixtures/api/set-up.ts';
import { Topups } from '../../fixtures/api/topups.ts';

const gateways = setUpGateways();
const test = setUpApp({ env: gateways.start });
const topups = new Topups(test);

it('a gateway that never answers delays only its own webhooks', async () => {
  const payer = await topups.newPayer();
  const { paystack, flutterwave } = gateways;
  const waiting: string[] = [];
  for (let made = 0; made < 3; made += 1) {
    const reference = await topups.reference(payer);
    paystack.pay(reference);
    await postWebhook(test, paystack.webhook(reference));
    waiting.push(reference);
  }
  paystack.gateway.failNext(/verify/, { kind: 'silent' });
  const reference = await topups.reference(payer, { processor: 'flutterwave' });
  const id = flutterwave.attempt(reference, 'successful', { amount: 5000, currency: 'NGN' });
  await postWebhook(test, flutterwave.webhook(id));
  await test.deps.jobs.start();
  await expect.poll(() => topups.statusOf(reference)).toBe('settled');
  expect(await Promise.all(waiting.map((one) => topups.statusOf(one)))).toContain('pending');
});
