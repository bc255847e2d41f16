import { randomInt } from 'node:crypto';
import { inArray } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { minorToMajor } from '../../contract/money.ts';
import { queryRows } from '../../server/db/query-rows.ts';
import { ledgerAccounts } from '../../server/db/schema/ledger.ts';
import { vouchers } from '../../server/db/schema/vouchers.ts';
import type { Deps } from '../../server/deps.ts';
import { escrowOf, walletOf } from '../../server/ledger/journal.ts';
import { cancelVoucher } from '../../server/vouchers/by-purpose/end-voucher.ts';
import { splitVoucher } from '../../server/payment-vouchers/split-voucher.ts';
import { addPerson, fillWallet, type Person } from '../fixtures/api/people.ts';
import { sweepVouchers } from '../../server/vouchers/by-purpose/jobs.ts';
import { MoneyModel, type ModelVoucher, type Operation } from './money-model.ts';
import { makeVoucher, outcomeOf, payVoucher, redeemAs } from './payment-voucher-scene.ts';
import { setUpScene } from './scene.ts';

const PEOPLE = 3;
const RUNS = 100;
const LONGEST = 80;
/** However slow the machine is, no new sequence is begun after this. */
const TIME_LIMIT_MS = 18_000;
/** Deadlines lie ahead of the system's clock, so that no job of the scene's own meets them. */
const AHEAD_MS = 24 * 3_600_000;
const SEED = Number(process.env['MONEY_SEED'] ?? randomInt(2 ** 31));

const scene = setUpScene();
let operations = 0;
let people = 0;

const person = fc.nat({ max: PEOPLE - 1 });
const voucher = fc.nat({ max: 200 });
/** The voucher's creator, more often than not. */
const caller = fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, person);
/** Whole amounts and odd kobos, below and above every limit. */
const amount = fc.oneof(
  fc.constantFrom(999, 1_000, 1_001, 2_000, 10_000, 49_999, 50_000, 60_000),
  fc.integer({ min: 1, max: 100_000 }),
);
/** As much as one voucher takes, so that wallets are often just above or just below what one needs. */
const topUp = fc.oneof(
  fc.constantFrom(10_999, 11_000, 50_999, 51_000, 70_000, 109_999),
  fc.integer({ min: 1, max: 150_000 }),
);
const operation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('top up' as const), person, amount: topUp }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('make' as const),
      person,
      amount: amount.map((minor) => Math.max(minor, 1_000)),
      deadlineMs: fc.option(fc.integer({ min: 1, max: 10_000 })),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('pay' as const), voucher }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('redeem' as const), person, voucher }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('split' as const), person: caller, voucher, amount }),
  },
  fc.record({ do: fc.constant('cancel' as const), person: caller, voucher }),
  fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 3_000 }) }),
);

/** One sequence: its people, the model, and a server whose clock is the model's. */
class Run {
  readonly model: MoneyModel;
  readonly deps: Deps;
  readonly #people: readonly Person[];

  constructor(members: readonly Person[]) {
    this.#people = members;
    this.model = new MoneyModel(members.length, Date.now() + AHEAD_MS);
    this.deps = { ...scene.deps, clock: { now: () => this.model.nowMs } };
  }

  static async begin(): Promise<Run> {
    people += 1;
    const members = Array.from({ length: PEOPLE }, (_, n) =>
      addPerson(scene.deps, `p${people}_${n}`, { isIdentified: true }),
    );
    return new Run(await Promise.all(members));
  }

  #person(index: number): Person {
    const found = this.#people[index];
    if (!found) throw new Error(`no person ${index}`);
    return found;
  }

  /** Does one thing on the server and in the model, and compares all that can be seen of both. */
  async perform(step: Operation): Promise<void> {
    operations += 1;
    const { expected, outcome } = await this.#carryOut(step);
    expect(outcome, JSON.stringify(step)).toBe(expected);
    await this.#compare(step);
  }

  async #carryOut(step: Operation): Promise<{ expected: string; outcome: string }> {
    const { model, deps } = this;
    if (step.do === 'top up') {
      const minor = BigInt(step.amount);
      await fillWallet(scene.deps, this.#person(step.person).userId, 'nigeria', minor);
      return { expected: model.topUp(step.person, minor), outcome: 'done' };
    }
    if (step.do === 'make') return this.#make(step);
    if (step.do === 'wait') {
      const expected = model.wait(step.ms);
      return { expected, outcome: await outcomeOf(sweepVouchers(deps)) };
    }
    const target = model.vouchers[step.voucher % Math.max(1, model.vouchers.length)];
    if (!target) return { expected: 'done', outcome: 'done' };
    if (step.do === 'split')
      return this.#split(target, step.person ?? target.creator, BigInt(step.amount));
    if (step.do === 'pay') {
      const paying = payVoucher(deps, this.#person(target.creator), target.ulid, target.amount);
      return { outcome: await outcomeOf(paying), expected: model.pay(target) };
    }
    const index = step.person ?? target.creator;
    const who = this.#person(index);
    const work =
      step.do === 'redeem'
        ? redeemAs(deps, who, target.code)
        : cancelVoucher(deps, { voucher: target.ulid, userId: who.userId, requestKey: undefined });
    return { outcome: await outcomeOf(work), expected: model[step.do](index, target) };
  }

  async #make(step: Operation & { do: 'make' }): Promise<{ expected: string; outcome: string }> {
    const expiresAtMs = step.deadlineMs === null ? null : this.model.nowMs + step.deadlineMs;
    const minor = BigInt(step.amount);
    const made = await makeVoucher(
      this.deps,
      this.#person(step.person),
      minor,
      expiresAtMs === null ? undefined : new Date(expiresAtMs),
    );
    this.#remember({ ...made, creator: step.person, amount: minor, expiresAtMs });
    return { expected: 'done', outcome: 'done' };
  }

  async #split(
    target: ModelVoucher,
    index: number,
    first: bigint,
  ): Promise<{ expected: string; outcome: string }> {
    const whole = target.amount;
    const { creator, expiresAtMs } = target;
    const outcome = await outcomeOf(
      splitVoucher(this.deps, {
        userId: this.#person(index).userId,
        body: { voucher_id: target.ulid, split_amount: minorToMajor(first) },
        requestKey: undefined,
      }).then(({ data: [, second] }) => {
        if (!second) throw new Error('a split without a second voucher');
        const { id, ulid, code } = second;
        const rest = { id, ulid, code: code ?? '', creator, amount: whole - first, expiresAtMs };
        this.#remember(rest, 'active');
      }),
    );
    return { outcome, expected: this.model.split(index, target, first) };
  }

  #remember(
    made: Pick<ModelVoucher, 'id' | 'ulid' | 'code' | 'creator' | 'amount' | 'expiresAtMs'>,
    status: 'pending' | 'active' = 'pending',
  ): void {
    this.model.vouchers.push({ ...made, status, winner: null, wasPaid: false });
  }

  /** Every wallet and escrow, every voucher, and that all money there is sums to nothing. */
  async #compare(step: Operation): Promise<void> {
    const { db } = scene.deps;
    const expected = new Map<string, bigint>();
    for (const [index, held] of this.model.wallets.entries())
      expected.set(walletOf(this.#person(index).userId, 'NGN').key, held);
    for (const { id, status, amount: held } of this.model.vouchers)
      expected.set(escrowOf(id, 'NGN').key, status === 'active' ? held : 0n);
    const rows = await db
      .select({ key: ledgerAccounts.key, balance: ledgerAccounts.balance })
      .from(ledgerAccounts)
      .where(inArray(ledgerAccounts.key, [...expected.keys()]));
    const balances = new Map(rows.map(({ key, balance }) => [key, balance]));
    for (const [key, held] of expected)
      expect(balances.get(key) ?? 0n, `${key} after ${JSON.stringify(step)}`).toBe(held);
    const [sum] = await queryRows<{ total: string }>(db)`
      select coalesce(sum(balance), 0)::text as total from ${ledgerAccounts}`;
    expect(sum?.total, JSON.stringify(step)).toBe('0');
  }

  /** What each voucher has become. */
  async end(): Promise<void> {
    if (this.model.vouchers.length === 0) return;
    const ids = this.model.vouchers.map(({ id }) => id);
    const rows = await scene.deps.db.select().from(vouchers).where(inArray(vouchers.id, ids));
    const states = new Map(rows.map((row) => [row.id, row]));
    for (const one of this.model.vouchers)
      expect(states.get(one.id)).toMatchObject({
        status: one.status,
        amount: one.amount,
        winnerId: one.winner === null ? null : this.#person(one.winner).userId,
      });
  }
}

describe(`money in random sequences (MONEY_SEED=${SEED})`, () => {
  it('is where the rules say after each step', async () => {
    const sequences = fc.asyncProperty(
      fc.array(operation, { minLength: 1, maxLength: LONGEST, size: 'max' }),
      async (steps) => {
        const run = await Run.begin();
        for (const step of steps) await run.perform(step);
        await run.end();
      },
    );
    await fc.assert(sequences, {
      seed: SEED,
      numRuns: RUNS,
      interruptAfterTimeLimit: TIME_LIMIT_MS,
      // A machine that is slow has shown less, not something wrong.
      markInterruptAsFailure: false,
    });
    expect(operations).toBeGreaterThan(0);
  });
});
