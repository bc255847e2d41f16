import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { Proof } from '../../../contract/rewards/trust.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/durations.ts';
import type { Db } from '../../../server/db/database.ts';
import { receiptKeys } from '../../../server/db/schema/giveaways.ts';
import { bookCheckpoints, bookOpenings, bookProofs } from '../../../server/db/schema/operations.ts';
import { withdrawReceiptKey } from '../../../server/giveaways/receipts.ts';
import { checkBooks, faultsOf } from '../../../server/ledger/check-books.ts';
import {
  type Checkpoint,
  makeCheckpoint,
  readCheckpoint,
} from '../../../server/trust/book-checkpoint.ts';
import { proveBooks, readTrust } from '../../../server/trust/prove-books.ts';
import { guess, openGiveaway } from '../../fixtures/api/giveaways.ts';
import { setUpApp, setUpPeople } from '../../fixtures/api/set-up.ts';
import { lookAfter } from '../../fixtures/books/damage.ts';

const test = setUpApp();
const { ada, kofi } = setUpPeople(test, {
  ada: { walletMinor: 100_000_000n },
  kofi: { region: 'ghana' },
});

const log = () => ({ ...test.deps.log, error: vi.fn<() => void>(), warn: vi.fn<() => void>() });

async function checkpoint(db: Db = test.deps.db): Promise<Checkpoint> {
  const found = await readCheckpoint(db, test.deps.log);
  if (!found) throw new Error('there is no checkpoint');
  return found;
}

/** A giveaway that is won: money from wallet to escrow to another wallet. */
async function moveMoney(): Promise<void> {
  const { ulid, code } = await openGiveaway(test, ada);
  await guess(test, kofi, ulid, code);
}

const openings = async () =>
  new Map(
    (await test.deps.db.select().from(bookOpenings)).map((row) => [row.accountId, row.balance]),
  );

/** What the log would say of the journal since the checkpoint, after damage that is undone. */
async function faultsAfter(damage: string): Promise<string> {
  const from = await checkpoint();
  const lines = await lookAfter(test.deps.db, damage, (tx) => checkBooks(tx, from));
  return faultsOf(lines ?? []).join('\n');
}

beforeEach(async () => {
  await moveMoney();
  test.clock.advance(HOUR_MS);
  await makeCheckpoint(test.deps.db, test.deps, test.clock.now());
});

describe('a checkpoint of the books', () => {
  it('leaves out what a transaction that is still open may precede', async () => {
    const before = await checkpoint();
    await moveMoney();
    test.clock.advance(5 * MINUTE_MS);
    await makeCheckpoint(test.deps.db, test.deps, test.clock.now(), before);
    expect((await checkpoint()).lastEntry).toBe(before.lastEntry);
    test.clock.advance(6 * MINUTE_MS);
    // A proof that took this long saw none of it.
    await makeCheckpoint(test.deps.db, test.deps, test.clock.now() - 6 * MINUTE_MS, before);
    expect((await checkpoint()).lastEntry).toBe(before.lastEntry);
    await makeCheckpoint(test.deps.db, test.deps, test.clock.now(), before);
    expect((await checkpoint()).lastEntry).toBeGreaterThan(before.lastEntry);
  });

  it('that follows another is the same as one from the first day', async () => {
    await moveMoney();
    test.clock.advance(HOUR_MS);
    await makeCheckpoint(test.deps.db, test.deps, test.clock.now(), await checkpoint());
    const [followed, balances] = [await checkpoint(), await openings()];
    await makeCheckpoint(test.deps.db, test.deps, test.clock.now());
    expect(await checkpoint()).toEqual(followed);
    expect(await openings()).toEqual(balances);
    const { rows } = await test.deps.database.executeSql(
      'select id, balance from ledger_accounts where balance <> 0',
    );
    for (const { id, balance } of rows)
      expect(balances.get(Number(id))).toBe(BigInt(String(balance)));
  });

  it('lets the journal since then be proved, which counts all of it', async () => {
    await moveMoney();
    const since = await checkBooks(test.deps.db, await checkpoint());
    expect(faultsOf(since)).toEqual([]);
    const all = new Map((await checkBooks(test.deps.db)).map((line) => [line.name, line.checked]));
    expect(since.map(({ name, checked }) => [name, checked])).toEqual(
      since.map(({ name }) => [name, all.get(name)]),
    );
    expect(since.length).toBeGreaterThan(4);
  });

  const ENTRY = `insert into journal_entries (transaction_id, account_id, currency, amount, kind, moved_at)`;
  it.each([
    [
      'a balance',
      `update ledger_accounts set balance = balance + 7 where key like 'fees:NGN%'`,
      /fees:NGN\S* has/,
    ],
    [
      'an entry',
      `${ENTRY} select max(id), (select max(id) from ledger_accounts), 'NGN', 7, 'wallet_topup', now() from journal_transactions`,
      /sums to 7 NGN[\s\S]*its entries sum to/,
    ],
    [
      'an entry in another currency',
      `${ENTRY} select max(id), (select id from ledger_accounts where currency = 'NGN' limit 1), 'GHS', 7, 'wallet_topup', now() from journal_transactions`,
      /in GHS on/,
    ],
    [
      'a movement without entries',
      `insert into journal_transactions (natural_key, kind, reference, description, created_at) values ('hollow', 'wallet_topup', 'x', 'x', now())`,
      /hollow has no entries/,
    ],
  ])('shows %s that is wrong since then', async (_what, damage, fault) => {
    await moveMoney();
    expect(await faultsAfter(damage)).toMatch(fault);
    expect(await faultsAfter('select 1')).toBe('');
  });

  it('is not believed once an opening balance, itself or its key is another one', async () => {
    const { db } = test.deps;
    const told = log();
    const changeOpening = (by: number) =>
      db.execute(sql`update book_openings set balance = balance + ${by}
        where account_id = (select min(account_id) from book_openings)`);
    await changeOpening(1);
    expect(await readCheckpoint(db, told)).toBeUndefined();
    await changeOpening(-1);
    expect(await readCheckpoint(db, told)).toBeDefined();
    expect(told.error).toHaveBeenCalledOnce();

    const [{ signed } = { signed: '' }] = await db.select().from(bookCheckpoints);
    const forged = signed.replace(/\.[^.]{4}/, '.AAAA');
    await db.update(bookCheckpoints).set({ signed: forged });
    expect(await readCheckpoint(db, told)).toBeUndefined();

    await makeCheckpoint(db, test.deps, test.clock.now());
    expect(await readCheckpoint(db, told)).toBeDefined();
    for (const { kid } of await db.select().from(receiptKeys)) await withdrawReceiptKey(db, kid);
    expect(await readCheckpoint(db, told)).toBeUndefined();
    expect(told.error).toHaveBeenCalledTimes(3);
  });
});

describe('proofs of books that take longer than a minute', () => {
  const proof = async (): Promise<Proof> => {
    const found = await readTrust(test.deps.db);
    if (!found) throw new Error('the books were not proved');
    return found;
  };
  const isWhole = async (): Promise<boolean> => {
    const { proved_at: at, whole_at: wholeAt } = await proof();
    return at === wholeAt;
  };

  beforeEach(async () => {
    await test.deps.db.delete(bookProofs);
    await proveBooks(test.deps);
    await test.deps.db.update(bookProofs).set({ tookMs: 2 * MINUTE_MS });
  });

  it('begin at the checkpoint, but for one a day', async () => {
    expect(await isWhole()).toBe(true);
    const { checks } = await proof();
    await moveMoney();
    test.clock.advance(HOUR_MS);
    await proveBooks(test.deps);
    expect(await isWhole()).toBe(false);
    const later = await proof();
    expect(later.is_clean).toBe(true);
    expect(later.checks.map(({ name }) => name)).toEqual(checks.map(({ name }) => name));
    expect(later.checks[0]?.checked).toBeGreaterThan(checks[0]?.checked ?? Infinity);
    const [sums] = await test.deps.db.select().from(bookProofs).limit(1);
    const prizes = (of: Proof['money']) => of.find(({ currency }) => currency === 'NGN')?.prizes;
    expect(prizes(later.money)).toBe((prizes(sums?.money ?? []) ?? 0) + 1_000);

    test.clock.advance(DAY_MS);
    await proveBooks(test.deps);
    expect(await isWhole()).toBe(true);
  });

  it('check every rule where something is wrong, and say so', async () => {
    const spoil = (by: number) =>
      test.deps.db.execute(
        sql`update ledger_accounts set balance = balance + ${by} where key = ${`wallet:${ada.userId}:NGN`}`,
      );
    await spoil(1);
    await proveBooks(test.deps);
    expect(await isWhole()).toBe(true);
    expect((await proof()).is_clean).toBe(false);
    await spoil(-1);
    await proveBooks(test.deps);
    expect(await proof()).toMatchObject({ is_clean: true });
  });

  it('make a checkpoint anew that does not fit clean books', async () => {
    const { db } = test.deps;
    await db.execute(sql`update book_openings set balance = balance + 1`);
    expect(await readCheckpoint(db, test.deps.log)).toBeUndefined();
    await proveBooks(test.deps);
    expect(await isWhole()).toBe(true);
    expect(await checkpoint()).toBeDefined();
    expect(faultsOf(await checkBooks(db, await checkpoint()))).toEqual([]);
  });
});
