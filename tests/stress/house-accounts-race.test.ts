import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { type Database, type Db, openPostgres } from '../../server/db/database.ts';
import { inTransaction } from '../../server/db/transaction.ts';
import { journalEntries, ledgerAccounts } from '../../server/db/schema/ledger.ts';
import {
  type AccountRef,
  feesIn,
  lockForMovement,
  postMovement,
  processorOf,
  walletOf,
} from '../../server/ledger/journal.ts';
import { readBalance } from '../../server/ledger/read-ledger.ts';
import { addPerson, type Person } from '../fixtures/api/people.ts';
import { setUpScene } from './scene.ts';

/** Of each node. */
const LANES = 8;
/** Each lane has two wallets, so that lanes meet in the house's accounts alone. */
const PEOPLE = 2 * LANES;
const TIMES = 15;
const AMOUNT = 1_000n;
const FEE = 7n;
const now = new Date('2026-11-02T09:00:00Z');

const scene = setUpScene();
const [fees, processor] = [feesIn('NGN'), processorOf('race', 'NGN')];
/** As nodes of the version before know the account, which have one row. */
const { hasRows: _, ...feesOfBefore } = fees;

let other: Database;
let people: readonly Person[];
beforeAll(async () => {
  other = openPostgres(scene.env['DATABASE_URL'] ?? '');
  people = await Promise.all(
    Array.from({ length: PEOPLE }, (__, n) =>
      addPerson(scene.deps, `payer_${n}`, { walletMinor: 1_000_000n }),
    ),
  );
});
afterAll(() => other.close());

const walletAt = (n: number): AccountRef => walletOf(people[n]?.userId ?? 0, 'NGN');

/** A top-up for one person, who passes it on to another and pays a fee. */
async function topUpAndPay(tx: Db, name: string, from: AccountRef, to: AccountRef, fee = fees) {
  const locked = await lockForMovement(tx, [from, to, processor, fee]);
  const described = { kind: 'wallet_topup', reference: name, description: 'Race' };
  const topUp = [
    { account: processor, amount: -AMOUNT },
    { account: from, amount: AMOUNT },
  ];
  const payment = [
    { account: from, amount: -AMOUNT },
    { account: to, amount: AMOUNT - FEE },
    { account: fee, amount: FEE },
  ];
  for (const [kind, entries] of Object.entries({ topUp, payment }))
    await postMovement(tx, { ...described, naturalKey: `${kind}:${name}`, entries }, now, locked);
}

it('movements of two nodes change several rows, sum up exactly and never deadlock', async () => {
  const [feesBefore, processorBefore] = await Promise.all([fees, processor].map(balanceOf));
  let attempts = 0;
  const nodes = [scene.deps.db, other.db, scene.deps.db];
  const lanes = nodes.flatMap((db, node) =>
    Array.from({ length: LANES }, async (__, at) => {
      for (let n = 0; n < TIMES; n += 1)
        await inTransaction(db, async (tx) => {
          attempts += 1;
          const fee = node === 2 ? feesOfBefore : fees;
          await topUpAndPay(tx, `${node}-${at}-${n}`, walletAt(2 * at), walletAt(2 * at + 1), fee);
        });
    }),
  );
  await Promise.all(lanes);
  const moved = nodes.length * LANES * TIMES;
  expect(attempts).toBe(moved);
  expect(await balanceOf(fees)).toBe((feesBefore ?? 0n) + BigInt(moved) * FEE);
  expect(await balanceOf(processor)).toBe((processorBefore ?? 0n) - BigInt(moved) * AMOUNT);
  expect((await changedRows('fees')).length).toBeGreaterThan(1);
  expect((await changedRows('processor')).length).toBeGreaterThan(1);
});

it('a movement commits while another one of the same account is open', async () => {
  const others: Promise<void>[] = [];
  await inTransaction(scene.deps.db, async (tx) => {
    await topUpAndPay(tx, 'open', walletAt(0), walletAt(1));
    // One of them may have the row of the open one, but not all.
    for (const n of [2, 4, 6])
      others.push(
        inTransaction(other.db, (own) =>
          topUpAndPay(own, `beside-${n}`, walletAt(n), walletAt(n + 1)),
        ),
      );
    await Promise.any(others);
  });
  await Promise.all(others);
});

const balanceOf = (account: AccountRef): Promise<bigint> => readBalance(scene.deps.db, account);

const changedRows = (type: 'fees' | 'processor') =>
  scene.deps.db
    .selectDistinct({ key: ledgerAccounts.key })
    .from(ledgerAccounts)
    .innerJoin(journalEntries, eq(journalEntries.accountId, ledgerAccounts.id))
    .where(eq(ledgerAccounts.type, type));
