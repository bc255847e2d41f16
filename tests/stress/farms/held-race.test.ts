import { asc, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { minorToMajor } from '../../../contract/money.ts';
import type { WithdrawBody } from '../../../contract/withdrawals.ts';
import { dateOf } from '../../../server/clock.ts';
import { inTransaction } from '../../../server/db/transaction.ts';
import {
  journalEntries,
  journalTransactions,
  ledgerAccounts,
} from '../../../server/db/schema/ledger.ts';
import { payoutDestinations, payouts } from '../../../server/db/schema/disbursements.ts';
import { AppError } from '../../../server/http/app-error.ts';
import { postMovement, processorOf, walletOf } from '../../../server/ledger/journal.ts';
import { payFromWallet } from '../../../server/vouchers/pay-from-wallet.ts';
import { withdraw } from '../../../server/wallet/withdraw.ts';
import { addPerson, type Person } from '../../fixtures/api/people.ts';
import { PIN } from '../../fixtures/api/pins.ts';
import { ownBank } from '../../fixtures/api/withdrawals.ts';
import { setUpScene, postUnpaid, PRIZE_MINOR } from '../scene.ts';

const MINUTE_MS = 60_000;

const scene = setUpScene();

/** A person with ₦2,200 that are free, which is twenty withdrawals and their fees, and more that is held until a moment. */
async function addHolder(username: string, until: Date, heldMinor: bigint): Promise<Person> {
  const person = await addPerson(scene.deps, username, { walletMinor: 220_000n, hasPin: true });
  const name = `funds:${username}`;
  await inTransaction(scene.deps.db, (tx) =>
    postMovement(
      tx,
      {
        naturalKey: name,
        reference: name,
        kind: 'wallet_topup',
        description: name,
        entries: [
          { account: processorOf('sandbox', 'NGN'), amount: -heldMinor },
          {
            account: walletOf(person.userId, 'NGN'),
            amount: heldMinor,
            hold: { until, reasons: ['crowd'] },
          },
        ],
      },
      dateOf(scene.deps.clock),
    ),
  );
  return person;
}

const bodyFor = (person: Person, owner: Person = person): WithdrawBody => ({
  amount: 100,
  currency: 'NGN',
  destination: ownBank(owner),
  pin: PIN,
});

const TRIES = 20;

/** 'ok', or the code of a refusal; a wait for a lock that took too long is no answer, and is tried again. */
async function outcomeOf(work: () => Promise<unknown>): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    try {
      await work();
      return 'ok';
    } catch (error) {
      if (error instanceof AppError) return error.code;
      if (tries === TRIES) throw error;
    }
  }
}

/** What each of so many at once came to. */
const outcomes = (works: readonly (() => Promise<unknown>)[]): Promise<string[]> =>
  Promise.all(works.map(outcomeOf));

describe('a hundred withdrawals at once', () => {
  it('across the end of a hold take before it what is free, and never more than there is', async () => {
    const until = new Date(Date.now() + 60 * MINUTE_MS);
    const person = await addHolder('at_the_end', until, 330_000n);
    const at = (ms: number) => ({ ...scene.deps, clock: { now: () => until.getTime() + ms } });
    const works = Array.from(
      { length: 100 },
      (_, n) => () => withdraw(at(n % 2 === 0 ? -1 : 0), undefined, person.userId, bodyFor(person)),
    );
    const codes = await outcomes(works);
    expect(codes.filter((code) => code === 'ok').length).toBeLessThanOrEqual(50);
    expect(new Set(codes)).toEqual(new Set(['ok', 'money_held', 'insufficient_funds']));
    const moved = await scene.deps.db
      .select({ amount: journalEntries.amount, createdAt: journalTransactions.createdAt })
      .from(journalEntries)
      .innerJoin(journalTransactions, eq(journalTransactions.id, journalEntries.transactionId))
      .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, journalEntries.accountId))
      .where(eq(ledgerAccounts.key, walletOf(person.userId, 'NGN').key))
      .orderBy(asc(journalEntries.id));
    let balance = 0n;
    for (const { amount, createdAt } of moved) {
      balance += amount;
      if (amount < 0n && createdAt < until) expect(balance).toBeGreaterThanOrEqual(330_000n);
    }
    expect(balance).toBe(0n);
  });

  it('beside giveaways that are posted with it leave what is held where it is', async () => {
    const person = await addHolder('player', new Date(Date.now() + 60 * MINUTE_MS), 1_200_000n);
    const giveaways = await Promise.all([1, 2, 3].map(() => postUnpaid(scene.deps, person)));
    const pay = (ulid: string) =>
      payFromWallet(scene.deps, {
        userId: person.userId,
        body: { voucher_id: ulid, amount: minorToMajor(PRIZE_MINOR), currency: 'NGN', pin: PIN },
        requestKey: undefined,
      });
    const codes = await outcomes([
      ...giveaways.map(
        ({ ulid }) =>
          () =>
            pay(ulid),
      ),
      ...Array.from(
        { length: 97 },
        () => () => withdraw(scene.deps, undefined, person.userId, bodyFor(person)),
      ),
    ]);
    const taken = codes.slice(3).filter((code) => code === 'ok').length;
    expect(taken).toBeLessThanOrEqual(20);
    expect(new Set(codes.slice(3))).toContain('money_held');
  });
});

describe('one bank account', () => {
  it('that twenty accounts name at once is one’s', async () => {
    const people = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        addPerson(scene.deps, `namesake_${n}`, { walletMinor: 11_000n, hasPin: true }),
      ),
    );
    const [first] = people;
    if (!first) throw new Error('nobody');
    const codes = await outcomes(
      people.map(
        (person) => () => withdraw(scene.deps, undefined, person.userId, bodyFor(person, first)),
      ),
    );
    expect(codes.toSorted()).toEqual([
      ...Array.from({ length: 19 }, () => 'destination_taken'),
      'ok',
    ]);
    const number = ownBank(first).account_number;
    const paid = await scene.deps.db
      .select()
      .from(payouts)
      .where(eq(payouts.accountNumber, number));
    const [owner, ...others] = await scene.deps.db
      .select()
      .from(payoutDestinations)
      .where(eq(payoutDestinations.isOwner, true))
      .then((rows) =>
        rows.filter(({ userId }) => people.some((person) => person.userId === userId)),
      );
    expect(others).toEqual([]);
    expect(paid.map(({ userId }) => userId)).toEqual([owner?.userId]);
  });
});
