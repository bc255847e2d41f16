import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';

import { RECONCILE_UNTIL_MS } from '../../../contract/constants.ts';
import { MINUTE_MS } from '../../../contract/durations.ts';

import {
  reconcilePending,
  RECONCILE_AFTER_MS,
  RECONCILE_PAUSE_MAX_MS,
} from '../../../server/payments/reconcile-pending.ts';
import { payments } from '../../../server/db/schema/payments.ts';
import { settlePayment } from '../../../server/payments/settle-payment.ts';
import { verifyPayment } from '../../../server/payments/verify-payment.ts';
import type { Person } from '../../fixtures/api/people.ts';
import { Topups } from '../../fixtures/api/topups.ts';
import { setUpApp } from '../../fixtures/api/set-up.ts';
import { walletOf } from '../../fixtures/api/players.ts';

const UNPAID = {
  state: 'pending',
  amountMinor: 500_000n,
  currency: 'NGN',
  processorReference: '1',
} as const;

const test = setUpApp({ isEmbedded: true });
const topups = new Topups(test);
let ada: Person;

beforeAll(async () => {
  ada = await topups.newPayer();
});

describe('a payment', () => {
  it('settles once, however often it is reported', async () => {
    const person = await topups.newPayer();
    const reference = await topups.reference(person);
    await topups.decide(reference, 'success');
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => topups.verify(person, reference)),
    );
    for (const reply of replies) expect(reply.body).toMatchObject({ data: { status: 'settled' } });
    // Settled is settled, whatever the processor says later.
    await settlePayment(topups.depsSaying({ state: 'failed' }), reference);
    expect(await walletOf(test, person)).toBe(5000);
  });

  it('that was declined says why again, without asking again', async () => {
    const person = await topups.newPayer();
    const reference = await topups.reference(person);
    const own = { userId: person.userId, purpose: 'topup' } as const;
    const saying = topups.depsSaying({ state: 'failed', reason: 'cancelled' });
    expect(await verifyPayment(saying, own, reference)).toMatchObject({
      data: { reason: 'cancelled' },
    });
    const again = await verifyPayment(topups.depsWith({}), own, reference);
    expect(again).toMatchObject({ data: { reason: 'cancelled', status: 'failed' } });
  });

  it.each([
    ['amount', { amountMinor: 499_999n }],
    ['currency', { currency: 'GHS' }],
  ])('with another %s than was asked waits for a person', async (_what, wrong) => {
    const person = await topups.newPayer();
    const reference = await topups.reference(person);
    const { payment, mismatch } = await settlePayment(topups.depsSaying(wrong), reference);
    expect([payment.status, mismatch]).toEqual(['pending', true]);
    await expect(
      verifyPayment(
        topups.depsSaying(wrong),
        { userId: person.userId, purpose: 'topup' },
        reference,
      ),
    ).rejects.toMatchObject({
      code: 'payment_verify_failed',
      message: 'Failed to verify payment. Please contact support.',
    });
    test.clock.advance(RECONCILE_UNTIL_MS + 1);
    await reconcilePending(topups.depsSaying(wrong));
    expect(await topups.statusOf(reference)).toBe('pending');
    expect(await walletOf(test, person)).toBe(0);
    await test.deps.db
      .update(payments)
      .set({ status: 'failed' })
      .where(eq(payments.reference, reference));
  });
});

describe('reconciliation', () => {
  it('settles what no payer came back for, after 2 minutes', async () => {
    const person = await topups.newPayer();
    const reference = await topups.reference(person);
    await topups.decide(reference, 'success');
    test.clock.advance(RECONCILE_AFTER_MS);
    await reconcilePending(test.deps);
    expect(await topups.statusOf(reference)).toBe('pending');
    test.clock.advance(1);
    await reconcilePending(test.deps);
    expect(await topups.statusOf(reference)).toBe('settled');
    expect(await walletOf(test, person)).toBe(5000);
  });

  it('gives an unfinished checkout up in the hour after 24, and not before', async () => {
    const reference = await topups.reference(ada);
    test.clock.advance(RECONCILE_UNTIL_MS - 1);
    await reconcilePending(test.deps);
    expect(await topups.statusOf(reference)).toBe('pending');
    test.clock.advance(RECONCILE_PAUSE_MAX_MS);
    await reconcilePending(test.deps);
    expect(await topups.statusOf(reference)).toBe('failed');
  });

  it('asks about one that has failed for 24 hours more, and credits what is paid by then', async () => {
    const person = await topups.newPayer();
    const [late, tooLate] = [await topups.reference(person), await topups.reference(person)];
    const fail = (reference: string) =>
      settlePayment(topups.depsSaying({ state: 'failed' }), reference);
    await fail(tooLate);
    test.clock.advance(RECONCILE_UNTIL_MS / 2);
    await fail(late);
    // Asked meanwhile, it has failed no later.
    await fail(tooLate);
    const paid = topups.depsSaying({});
    test.clock.advance(RECONCILE_UNTIL_MS / 2);
    await reconcilePending(paid);
    expect(await topups.statusOf(late)).toBe('settled');
    expect(await topups.statusOf(tooLate)).toBe('failed');
    await reconcilePending(paid);
    expect(await walletOf(test, person)).toBe(5000);
  });

  it('asks about a payment after as long as it is open already, an hour at most', async () => {
    const reference = await topups.reference(ada);
    const startedAt = test.clock.now();
    const askedAfterMinutes: number[] = [];
    const pending = topups.depsWith({
      verify: (asked) => {
        if (asked.reference === reference)
          askedAfterMinutes.push(Math.floor((test.clock.now() - startedAt) / MINUTE_MS));
        return Promise.resolve({ ...UNPAID });
      },
    });
    for (let minute = 0; minute < 5 * 60; minute += 1) {
      test.clock.advance(MINUTE_MS + 1);
      await reconcilePending(pending);
    }
    expect(askedAfterMinutes).toEqual([2, 4, 8, 16, 32, 64, 124, 184, 244]);
    await settlePayment(topups.depsSaying({ state: 'failed' }), reference);
  });

  it('leaves alone what it cannot ask about, and goes on with the others', async () => {
    const references = [await topups.reference(ada), await topups.reference(ada)];
    test.clock.advance(RECONCILE_UNTIL_MS + 1);
    const asked: string[] = [];
    const away = topups.depsWith({
      verify: ({ reference }) => {
        asked.push(reference);
        return Promise.reject(new Error('away'));
      },
    });
    expect(await reconcilePending(away)).toMatchObject({ settled: 0, failed: 0, unanswered: 2 });
    expect(asked.toSorted()).toEqual(references.toSorted());
    for (const reference of references) expect(await topups.statusOf(reference)).toBe('pending');
  });
});
