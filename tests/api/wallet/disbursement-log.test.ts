import { beforeEach, describe, expect, it, vi } from 'vitest';

import { HOUR_MS } from '../../../contract/durations.ts';
import type { Db } from '../../../server/db/database.ts';
import type { Deps } from '../../../server/deps.ts';
import { settleByReference } from '../../../server/disbursements/settle-disbursement.ts';
import { PAYOUTS } from '../../../server/disbursements/payouts.ts';
import { Admin } from '../../fixtures/api/admin.ts';
import { setUpApp } from '../../fixtures/api/set-up.ts';
import { waitingOf, Withdrawals, withdrawalOf } from '../../fixtures/api/withdrawals.ts';

const test = setUpApp();
const withdrawals = new Withdrawals(test);
const admin = new Admin(test);

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
