import { beforeEach, describe, expect, it, vi } from 'vitest';

import { REFUND_BY_MS } from '../../../contract/constants.ts';
import { HOUR_MS } from '../../../contract/durations.ts';
import type { Db } from '../../../server/db/database.ts';
import type { Deps } from '../../../server/deps.ts';
import { SEND_AGAIN_AFTER_MS } from '../../../server/disbursements/disbursement.ts';
import {
  PAYOUT_SEND_UNTIL_MS,
  PAYOUTS,
  reconcilePayouts,
} from '../../../server/disbursements/payouts.ts';
import { settleByReference } from '../../../server/disbursements/settle-disbursement.ts';
import { MAX_SILENCES, QUESTIONS_AT_ONCE } from '../../../server/jobs/ask-due.ts';
import { withdraw } from '../../../server/wallet/withdraw.ts';
import { Admin } from '../../fixtures/api/admin.ts';
import { keyOf, type Person } from '../../fixtures/api/people.ts';
import { walletOf } from '../../fixtures/api/players.ts';
import { setUpApp } from '../../fixtures/api/set-up.ts';
import { requestOf, waitingOf, withdrawalOf, Withdrawals } from '../../fixtures/api/withdrawals.ts';

const test = setUpApp();
const withdrawals = new Withdrawals(test);
const admin = new Admin(test);

const send = (person: Person, deps: Deps) =>
  withdraw(deps, keyOf(person, 'late-one'), person.userId, requestOf(person));
/** A withdrawal whose rail was gone before it was handed over. */
async function held(person: Person): Promise<string> {
  const payouts = { ...test.deps.payouts, named: () => undefined };
  const { reference } = await send(person, { ...test.deps, payouts });
  expect(await withdrawals.row(reference)).toMatchObject({ status: 'pending', attempts: 0 });
  return reference;
}
/** The server with a rail that never answers and shows no transfer. */
function lagging(): { deps: Deps; sent: string[] } {
  const sent: string[] = [];
  const deps = withdrawals.depsWith({
    find: () => Promise.resolve({ state: 'unknown' }),
    send: ({ reference }) => {
      sent.push(reference);
      return Promise.reject(new Error('timed out'));
    },
  });
  return { deps, sent };
}

describe('a withdrawal that could not be handed over', () => {
  it('is handed over for most of a day', async () => {
    const reference = await held(await withdrawals.newPayee(5000));
    test.clock.advance(PAYOUT_SEND_UNTIL_MS - 1);
    await reconcilePayouts(test.deps);
    expect(await withdrawals.row(reference)).toMatchObject({ status: 'completed', attempts: 1 });
  });

  it('is not handed over later, by no one, and comes back an hour after', async () => {
    const person = await withdrawals.newPayee(5000);
    const reference = await held(person);
    const { deps, sent } = lagging();
    test.clock.advance(PAYOUT_SEND_UNTIL_MS);
    expect((await send(person, deps)).status).toBe('pending');
    await reconcilePayouts(deps);
    expect(await walletOf(test, person)).toBe(3990);
    test.clock.advance(HOUR_MS);
    await reconcilePayouts(deps);
    expect(await withdrawals.row(reference)).toMatchObject({ status: 'failed', attempts: 0 });
    expect(await walletOf(test, person)).toBe(5000);
    expect(sent).toEqual([]);
  });

  it('comes back within a day also where its rail is gone', async () => {
    const person = await withdrawals.newPayee(5000);
    await held(person);
    test.clock.advance(REFUND_BY_MS);
    await reconcilePayouts(withdrawals.depsWithout());
    expect(await walletOf(test, person)).toBe(5000);
    const { deps, sent } = lagging();
    test.clock.advance(HOUR_MS);
    await reconcilePayouts(deps);
    expect(sent).toEqual([]);
    expect(await walletOf(test, person)).toBe(5000);
  });
});

/** A server that loses its database when a transaction has done everything but its commit. */
const losingCommits = (deps: Deps): Deps => {
  const { db } = deps;
  const transaction = (work: (tx: Db) => Promise<unknown>) =>
    db.transaction(async (tx) => {
      await work(tx);
      throw new Error('the database is away');
    });
  return { ...deps, db: Object.create(db, { transaction: { value: transaction } }) as Db };
};

describe('the end of a withdrawal', () => {
  let reference: string;
  let calls: (readonly unknown[])[];
  /** What was logged of it since it waits for its end. */
  const lines = () =>
    calls
      .filter(([facts]) => (facts as { reference?: string }).reference === reference)
      .map(([, message]) => message);
  beforeEach(async () => {
    const person = await withdrawals.newPayee(5000);
    const destination = { account_number: waitingOf(person) };
    reference = withdrawalOf(await withdrawals.start(person, { destination })).reference;
    calls = [];
    for (const level of ['info', 'error'] as const)
      vi.spyOn(test.deps.log, level).mockImplementation((...call) => void calls.push(call));
  });

  it('is in the log once it is committed, and not before', async () => {
    const deps = withdrawals.depsSaying('failed');
    await expect(settleByReference(losingCommits(deps), PAYOUTS, reference)).rejects.toThrow(
      'away',
    );
    expect(await withdrawals.statusOf(reference)).toBe('processing');
    expect(lines()).toEqual([]);
    await settleByReference(deps, PAYOUTS, reference);
    expect(lines()).toEqual(['withdrawal is failed']);
  });

  it('is logged alike when a person records it', async () => {
    const deps = withdrawals.depsWithout();
    const command = `payout ${reference} paid`;
    const proof = 'e-mail of the bank';
    test.clock.advance(HOUR_MS);
    const lost = admin.run(command, { deps: losingCommits(deps), proof });
    await expect(lost).rejects.toThrow('away');
    expect(lines()).toEqual([]);
    await admin.run(command, { deps, proof });
    expect(lines()).toEqual(['withdrawal is completed']);
  });
});

/** A withdrawal that a rail was given and has not answered. */
const unanswered = async (name: string): Promise<string> =>
  withdrawals.unanswered(await withdrawals.newPayee(5000), { name });

it('a rail that is silent is left alone after some questions in a row, and those that were not put come first', async () => {
  const waiting: string[] = [];
  for (let count = 0; count < 2 * QUESTIONS_AT_ONCE; count += 1)
    waiting.push(await unanswered('sandbox'));
  const elsewhere = await unanswered('paystack');
  const asked: string[] = [];
  const silent = withdrawals.depsWith({
    find: ({ reference }) => {
      asked.push(reference);
      return Promise.reject(new Error('timed out'));
    },
  });
  const paying = withdrawals.depsWith({
    name: 'paystack',
    find: () => Promise.resolve({ state: 'paid' }),
  });
  const named = (rail: string) => (rail === 'paystack' ? paying : silent).payouts.named(rail);
  const deps = { ...silent, payouts: { ...silent.payouts, named } };
  test.clock.advance(SEND_AGAIN_AFTER_MS);
  await reconcilePayouts(deps);
  const first = new Set(asked);
  expect(first.size).toBe(asked.length);
  // Those that were on their way when the third one was not answered.
  expect(first.size).toBeLessThan(MAX_SILENCES + QUESTIONS_AT_ONCE);
  expect(await withdrawals.statusOf(elsewhere)).toBe('completed');
  test.clock.advance(SEND_AGAIN_AFTER_MS);
  await reconcilePayouts(deps);
  const unasked = waiting.filter((reference) => !first.has(reference));
  expect(asked.slice(first.size)).toEqual(expect.arrayContaining(unasked));
});
