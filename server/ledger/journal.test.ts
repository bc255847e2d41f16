import { eq, like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openEmbeddedDatabase } from '../../tests/fixtures/embedded-database.ts';
import type { Database } from '../db/database.ts';
import { ledgerAccounts, journalEntries, journalTransactions } from '../db/schema/ledger.ts';
import {
  type AccountRef,
  AlreadyPosted,
  escrowOf,
  feesIn,
  postMovement,
  processorOf,
  type Movement,
} from './journal.ts';
import { readBalance } from './read-ledger.ts';

const now = new Date('2026-11-02T09:00:00Z');
const outside = processorOf('paystack', 'NGN');
const escrow = escrowOf(1, 'NGN');

const movement = (naturalKey: string, entries: Movement['entries']): Movement => ({
  naturalKey,
  kind: 'wallet_topup',
  reference: naturalKey,
  description: 'Test',
  entries,
});

describe('the journal', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openEmbeddedDatabase();
  });
  afterAll(() => database.close());

  const post = (posted: Movement) =>
    database.db.transaction((tx) => postMovement(tx as never, posted, now));
  const balanceOf = (account: AccountRef) => readBalance(database.db, account);
  /** The keys of the rows that movements changed, by the beginning of their natural keys. */
  const rowsChangedBy = async (beginning: string): Promise<string[]> => {
    const rows = await database.db
      .selectDistinct({ key: ledgerAccounts.key })
      .from(journalTransactions)
      .innerJoin(journalEntries, eq(journalEntries.transactionId, journalTransactions.id))
      .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, journalEntries.accountId))
      .where(like(journalTransactions.naturalKey, `${beginning}%`));
    return rows.map(({ key }) => key);
  };

  it('moves balances and keeps every entry', async () => {
    const balances = await post(
      movement('settle:1', [
        { account: outside, amount: -1_500n },
        { account: escrow, amount: 1_000n },
        { account: feesIn('NGN'), amount: 500n },
      ]),
    );
    expect(balances.get(escrow.key)).toBe(1_000n);
    expect(await balanceOf(outside)).toBe(-1_500n);
    expect(await database.db.select().from(journalEntries)).toHaveLength(3);
  });

  it('posts a natural key once', async () => {
    const again = movement('settle:1', [
      { account: outside, amount: -1n },
      { account: escrow, amount: 1n },
    ]);
    await expect(post(again)).rejects.toBeInstanceOf(AlreadyPosted);
    expect(await balanceOf(escrow)).toBe(1_000n);
  });

  it('lets no escrow go below zero, and leaves nothing of the attempt', async () => {
    const tooMuch = movement('pay:1', [
      { account: escrow, amount: -1_001n },
      { account: outside, amount: 1_001n },
    ]);
    await expect(post(tooMuch)).rejects.toMatchObject({ code: 'insufficient_funds' });
    expect(await balanceOf(escrow)).toBe(1_000n);
    await post(
      movement('pay:1', [
        { account: escrow, amount: -1_000n },
        { account: outside, amount: 1_000n },
      ]),
    );
    expect(await balanceOf(escrow)).toBe(0n);
  });

  describe('a house account of several rows', () => {
    const fee = (naturalKey: string) =>
      movement(naturalKey, [
        { account: outside, amount: -3n },
        { account: feesIn('NGN'), amount: 3n },
      ]);

    it('changes in other rows by other transactions, and its balance is the sum', async () => {
      const held = await balanceOf(outside);
      for (let n = 1; n <= 16; n += 1)
        expect((await post(fee(`each:${n}`))).has(outside.key)).toBe(false);
      const rows = await rowsChangedBy('each:');
      expect(rows.filter((key) => key.startsWith(outside.key)).length).toBeGreaterThan(1);
      expect(await balanceOf(outside)).toBe(held - 48n);
    });

    it('changes in one row by all movements of a transaction', async () => {
      await database.db.transaction(async (tx) => {
        for (let n = 1; n <= 4; n += 1) await postMovement(tx, fee(`all:${n}`), now);
      });
      expect(await rowsChangedBy('all:')).toHaveLength(2);
    });
  });

  it('refuses movements that do not sum to zero, in code and in the database', async () => {
    await expect(
      post(
        movement('odd:1', [
          { account: outside, amount: -2n },
          { account: escrow, amount: 1n },
        ]),
      ),
    ).rejects.toThrow(/does not sum to zero/);
    await expect(
      database.db
        .execute(sql`insert into journal_entries (transaction_id, account_id, currency, amount)
        select transaction_id, account_id, currency, 5 from journal_entries limit 1`),
    ).rejects.toThrow();
  });

  it('cannot be rewritten', async () => {
    await expect(database.db.execute(sql`update journal_entries set amount = 1`)).rejects.toThrow();
    await expect(database.db.execute(sql`delete from journal_transactions`)).rejects.toThrow();
  });

  it.each(['journal_entries', 'journal_transactions cascade', 'points_entries', 'users cascade'])(
    'cannot be emptied: truncate %s',
    async (what) => {
      const before = await database.db.$count(journalEntries);
      await expect(database.db.execute(sql.raw(`truncate ${what}`))).rejects.toThrow();
      expect(await database.db.$count(journalEntries)).toBe(before);
    },
  );
});
