import { setTimeout as delay } from 'node:timers/promises';

import { desc, eq } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';

import { sandboxCheckouts } from '../../server/db/schema/sandbox.ts';
import { payments } from '../../server/db/schema/payments.ts';
import { inTransaction } from '../../server/db/transaction.ts';
import { recordDispute } from '../../server/payments/disputes.ts';
import type { Payment } from '../../server/payments/payment-row.ts';
import { initializeTopup } from '../../server/payments/initialize-payment.ts';
import { settlePayment } from '../../server/payments/settle-payment.ts';
import { listBalances } from '../../server/wallet/list-balances.ts';
import { withdraw } from '../../server/wallet/withdraw.ts';
import { runAdmin } from '../fixtures/api/admin.ts';
import { addPerson, type Person, withoutOut } from '../fixtures/api/people.ts';
import { requestOf } from '../fixtures/api/withdrawals.ts';
import { setUpScene } from './scene.ts';

/** How often two things meet: each time one of them is a little earlier. */
const MEETINGS = 12;
const AMOUNT_MINOR = 500_000n;

const scene = setUpScene();
afterEach(async () => {
  const { rows } = await scene.deps.database.executeSql(
    'select deadlocks::int as n from pg_stat_database where datname = current_database()',
  );
  expect(rows).toEqual([{ n: 0 }]);
});

let people = 0;

/** Somebody with ₦5,000, and the payment that brought them. */
async function makePayer(): Promise<{ person: Person; payment: Payment }> {
  people += 1;
  const wanted = { walletMinor: AMOUNT_MINOR, hasPin: true };
  const person = await addPerson(scene.deps, `disputed_${people}`, wanted);
  const [payment] = await scene.deps.db
    .select()
    .from(payments)
    .where(eq(payments.userId, person.userId))
    .orderBy(desc(payments.id));
  if (!payment) throw new Error('no payment');
  return { person, payment };
}

const lose = (payment: Payment, id: string, amountMinor?: bigint) =>
  inTransaction(scene.deps.db, (tx) =>
    recordDispute(tx, payment, { id, state: 'lost', amountMinor, currency: 'NGN' }, new Date()),
  );

const naira = async ({ userId }: Person) =>
  withoutOut((await listBalances(scene.deps.db, userId, new Date()))['NGN']);

/** A top-up of ₦1,000 that is paid and not settled yet. @returns its reference */
async function paidTopup({ userId }: Person): Promise<string> {
  const { db } = scene.deps;
  const request = { userId, amount: 1000, currency: 'NGN', processor: 'paystack' } as const;
  const { reference } = await initializeTopup(scene.deps, undefined, request);
  await db
    .update(sandboxCheckouts)
    .set({ outcome: 'success' })
    .where(eq(sandboxCheckouts.reference, reference));
  return reference;
}

const later = async <T>(waitMs: number, work: () => Promise<T>): Promise<T> => {
  await delay(waitMs);
  return work();
};

/** With the rail's fee of ₦10 it takes the ₦5,000 of the payment. */
const WHOLE = 4990;

describe('a dispute that is lost', () => {
  it('while its money is withdrawn leaves either the wallet or a debt', async () => {
    for (let meeting = 0; meeting < MEETINGS; meeting += 1) {
      const { person, payment } = await makePayer();
      const request = { ...requestOf(person), amount: WHOLE };
      const [left] = await Promise.allSettled([
        later(MEETINGS - meeting, () => withdraw(scene.deps, undefined, person.userId, request)),
        later(meeting, () => lose(payment, `race-${meeting}`)),
      ]);
      const owed = left?.status === 'fulfilled' ? { owed: 5000 } : {};
      expect(await naira(person)).toEqual({ amount: 0, ...owed });
    }
  });

  it('is booked once, whoever reports it at once, and never beyond its payment', async () => {
    for (let meeting = 0; meeting < MEETINGS; meeting += 1) {
      const { person, payment } = await makePayer();
      const reports = ['a', 'a', 'b', 'c', 'a', 'b'].map((name) =>
        lose(payment, `${name}-${person.userId}`, 200_000n),
      );
      await Promise.all(reports);
      // Three disputes of ₦2,000, of which the last takes what is left.
      expect(await naira(person)).toEqual({ amount: 0 });
    }
  });

  it('and money that comes at the same time meet without a deadlock', async () => {
    for (let meeting = 0; meeting < MEETINGS; meeting += 1) {
      const { person, payment } = await makePayer();
      await withdraw(scene.deps, undefined, person.userId, {
        ...requestOf(person),
        amount: WHOLE - 500,
      });
      const references = await Promise.all([1, 2, 3].map(() => paidTopup(person)));
      await Promise.all([
        later(meeting % 4, () => lose(payment, `first-${meeting}`, 300_000n)),
        later(meeting % 3, () => lose(payment, `second-${meeting}`, 200_000n)),
        ...references.map((reference) => settlePayment(scene.deps, reference)),
      ]);
      // ₦500 and three times ₦1,000 were there for ₦5,000.
      expect(await naira(person)).toEqual({ amount: 0, owed: 1500 });
    }
  });

  it('is repaid or given up, and not both', async () => {
    for (let meeting = 0; meeting < MEETINGS; meeting += 1) {
      const { person, payment } = await makePayer();
      await withdraw(scene.deps, undefined, person.userId, {
        ...requestOf(person),
        amount: WHOLE,
      });
      await lose(payment, `old-${meeting}`);
      const reference = await paidTopup(person);
      const longAfter = { now: () => Date.now() + 200 * 86_400_000 };
      await Promise.all([
        later(meeting % 4, () => settlePayment(scene.deps, reference)),
        runAdmin({ ...scene.deps, clock: longAfter }, ['write-off', person.username, 'NGN']),
      ]);
      const { amount = 0, owed = 0 } = (await naira(person)) ?? {};
      expect([0, 1000]).toContain(amount);
      expect(owed).toBe(0);
    }
  });
});
