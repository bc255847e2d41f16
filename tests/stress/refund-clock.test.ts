import { and, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';

import { REFUND_BY_MS } from '../../contract/constants.ts';
import { deleteUser } from '../../server/accounts/delete-user.ts';
import { journalTransactions } from '../../server/db/schema/ledger.ts';
import { purchases } from '../../server/db/schema/disbursements.ts';
import type { Deps } from '../../server/deps.ts';
import type { ProviderResponse } from '../../server/disbursements/adapters/providers.ts';
import { buyAirtime } from '../../server/disbursements/airtime.ts';
import { PURCHASES, reconcilePurchases } from '../../server/disbursements/purchases.ts';
import { settleByReference } from '../../server/disbursements/settle-disbursement.ts';
import { lossesIn, unclaimedIn, walletOf } from '../../server/ledger/journal.ts';
import { readBalance } from '../../server/ledger/read-ledger.ts';
import { PASSWORD } from '../fixtures/api/accounts.ts';
import { addPerson } from '../fixtures/api/people.ts';
import { GOOD_PHONE } from '../fixtures/api/request-bodies.ts';
import { outcomeOf } from './payment-voucher-scene.ts';
import { setUpScene } from './scene.ts';

const scene = setUpScene();
const ROUNDS = 12;

/** The server a day later, with a supplier of its own that says this. */
function laterSaying(answer: () => Promise<ProviderResponse>, ms: number): Deps {
  const sandbox = scene.deps.suppliers.airtimeIn('nigeria');
  if (!sandbox) throw new Error('no sandbox');
  const supplier = { ...sandbox, name: 'elsewhere', send: answer, find: answer };
  return {
    ...scene.deps,
    clock: { now: () => Date.now() + ms },
    suppliers: { ...scene.deps.suppliers, airtimeIn: () => supplier, named: () => supplier },
  };
}
const silent = () => Promise.reject(new Error('timed out'));
const failed = () => Promise.resolve({ state: 'failed' } as const);
const paid = () => Promise.resolve({ state: 'paid' } as const);

it('a late success and the refund at once end in exactly one of the two, and the books know which', async () => {
  const ends = new Set<string>();
  let losses = 0n;
  for (let round = 0; round < ROUNDS; round += 1) {
    const person = await addPerson(scene.deps, `late_${round}`, { walletMinor: 100_000n });
    const { reference } = await buyAirtime(laterSaying(silent, 0), undefined, person.userId, {
      network: 'mtn',
      phone: GOOD_PHONE,
      amount: 500,
      currency: 'NGN',
    });
    const refund = () => reconcilePurchases(laterSaying(silent, REFUND_BY_MS));
    const success = () => settleByReference(laterSaying(paid, REFUND_BY_MS), PURCHASES, reference);
    const first = round % 2 === 0 ? refund : success;
    await Promise.all([first(), success(), refund(), success(), refund(), success()]);
    const { db } = scene.deps;
    const [row] = await db.select().from(purchases).where(eq(purchases.reference, reference));
    const moved = await db
      .select({ key: journalTransactions.naturalKey })
      .from(journalTransactions)
      .where(eq(journalTransactions.reference, reference));
    const keys = moved.map(({ key }) => key.replace(`:${reference}`, '')).toSorted();
    const wallet = await readBalance(db, walletOf(person.userId, 'NGN'));
    ends.add(String(row?.status));
    if (row?.status === 'completed') {
      expect([wallet, keys]).toEqual([50_000n, ['purchase']]);
    } else {
      losses -= 50_000n;
      expect([wallet, keys]).toEqual([100_000n, ['late-success', 'purchase', 'purchase-return']]);
    }
    expect(await readBalance(db, lossesIn('NGN'))).toBe(losses);
  }
  expect([...ends].every((end) => end === 'completed' || end === 'failed')).toBe(true);
});

it('a return and the deletion of its account at once lose no money', async () => {
  const ends = new Set<string>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const person = await addPerson(scene.deps, `leaving_${round}`, { walletMinor: 50_000n });
    const { userId } = person;
    const { reference } = await buyAirtime(laterSaying(paid, 0), undefined, userId, {
      network: 'mtn',
      phone: GOOD_PHONE,
      amount: 500,
      currency: 'NGN',
    });
    const { db } = scene.deps;
    const kept = await readBalance(db, unclaimedIn('NGN'));
    const isIt = eq(purchases.reference, reference);
    await db.update(purchases).set({ nextCheckAt: null }).where(isIt);
    const leave = () =>
      outcomeOf(deleteUser(scene.deps, { userId, password: PASSWORD, address: '::1' }));
    const back = () => settleByReference(laterSaying(failed, 0), PURCHASES, reference);
    const [left] = await Promise.all([leave(), back(), back()]);
    ends.add(left);
    expect(await db.$count(purchases, and(isIt, eq(purchases.status, 'failed')))).toBe(1);
    const isDeleted = left === 'done';
    expect(await readBalance(db, walletOf(userId, 'NGN'))).toBe(isDeleted ? 0n : 50_000n);
    expect((await readBalance(db, unclaimedIn('NGN'))) - kept).toBe(isDeleted ? 50_000n : 0n);
  }
  for (const end of ends) expect(['done', 'account_not_empty']).toContain(end);
});
