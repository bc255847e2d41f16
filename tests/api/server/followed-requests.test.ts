import { describe, expect, it, vi } from 'vitest';

import { HOUR_MS } from '../../../contract/durations.ts';
import { postWebhook, setUpGateways } from '../../fixtures/api/gateways.ts';
import { openGiveaway } from '../../fixtures/api/giveaways.ts';
import { setUpApp, setUpPeople } from '../../fixtures/api/set-up.ts';
import type { Reply, TestApp } from '../../fixtures/api/test-app.ts';
import { Topups } from '../../fixtures/api/topups.ts';
import { Withdrawals } from '../../fixtures/api/withdrawals.ts';

const numberOf = ({ headers }: Reply): string => String(headers['x-request-id']);

/** What is written into the log from now on, of one level: details and message. */
const listenTo = ({ deps }: TestApp, level: 'info' | 'error') =>
  vi.spyOn(deps.log, level).mock.calls;

describe('what a request sets off', () => {
  const test = setUpApp();
  const { ada } = setUpPeople(test, { ada: { walletMinor: 500_000n } });

  it('is known by its reference, which the log has beside the request’s number', async () => {
    const lines = listenTo(test, 'info');
    const withdrawals = new Withdrawals(test);
    const reply = await withdrawals.start(await withdrawals.newPayee(5000));
    const { reference } = (reply.body as unknown as { data: { reference: string } }).data;
    const facts = { reference, request: numberOf(reply) };
    expect(lines).toContainEqual([facts, 'withdrawal begins']);
    expect(lines).toContainEqual([facts, 'withdrawal is completed']);
  });

  it('is planned with that number', async () => {
    const until = new Date(test.clock.now() + HOUR_MS);
    await openGiveaway(test, ada, { expires_at: until.toISOString() });
    expect(await test.deps.jobs.listWaiting('expire-voucher')).toEqual([
      { voucherId: expect.any(Number), request: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    ]);
  });
});

describe('a job', () => {
  const gateways = setUpGateways();
  const test = setUpApp({ env: gateways.start });
  const { ada } = setUpPeople(test, { ada: {} });

  it('names the request that asked for it, whether it fails or is done', async () => {
    const [done, failed] = [listenTo(test, 'info'), listenTo(test, 'error')];
    const reference = await new Topups(test).reference(ada);
    gateways.paystack.pay(reference);
    gateways.paystack.gateway.failNext(/verify/, {
      kind: 'answers',
      answer: { status: 503, body: '' },
    });
    const reply = await postWebhook(test, gateways.paystack.webhook(reference));
    const request = numberOf(reply);
    await test.deps.jobs.start();
    const facts = { queue: 'handle-webhook-paystack', job: expect.any(String), request };
    await expect.poll(() => done).toContainEqual([facts, 'job done']);
    expect(failed).toContainEqual([{ ...facts, err: expect.any(Error) }, 'job failed']);
    expect(done).toContainEqual([
      expect.objectContaining({ reference, outcome: 'settled', request }),
      'webhook handled',
    ]);
  });
});
