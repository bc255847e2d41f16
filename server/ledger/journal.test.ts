import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openEmbeddedDatabase } from '../../tests/fixtures/embedded-database.ts';
import type { Database } from '../db/database.ts';
import { ledgerAccounts, journalEntries } from '../db/schema/ledger.ts';
import {
  AlreadyPosted,
  escrowOf,
  feesIn,
  postMovement,
  processorOf,
  type Movement,
} from './journal.ts';

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
  const balanceOf = async (key: string) =>
    (await database.db.select().from(ledgerAccounts).where(eq(ledgerAccounts.key, key)))[0]
      ?.balance;

  it('moves balances and keeps every entry', async () => {
    const balances = await post(
      movement('settle:1', [
        { account: outside, amount: -1_500n },
        { account: escrow, amount: 1_000n },
        { account: feesIn('NGN'), amount: 500n },
      ]),
    );
    expect(balances.get(escrow.key)).toBe(1_000n);
    expect(await balanceOf(outside.key)).toBe(-1_500n);
    expect(await database.db.select().from(journalEntries)).toHaveLength(3);
  });

  it('posts a natural key once', async () => {
    const again = movement('settle:1', [
      { account: outside, amount: -1n },
      { account: escrow, amount: 1n },
    ]);
    await expect(post(again)).rejects.toBeInstanceOf(AlreadyPosted);
    expect(await balanceOf(escrow.key)).toBe(1_000n);
  });

  it('lets no escrow go below zero, and leaves nothing of the attempt', async () => {
    const tooMuch = movement('pay:1', [
      { account: escrow, amount: -1_001n },
      { account: outside, amount: 1_001n },
    ]);
    await expect(post(tooMuch)).rejects.toMatchObject({ code: 'insufficient_funds' });
    expect(await balanceOf(escrow.key)).toBe(1_000n);
    await post(
      movement('pay:1', [
        { account: escrow, amount: -1_000n },
        { account: outside, amount: 1_000n },
      ]),
    );
    expect(await balanceOf(escrow.key)).toBe(0n);
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
