import { randomInt } from 'node:crypto';
import { inArray } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { CURRENCIES, minorToMajor, type Currency } from '../../../contract/money.ts';
import { exchangeRates } from '../../../server/db/schema/exchange.ts';
import { ledgerAccounts } from '../../../server/db/schema/ledger.ts';
import type { Deps } from '../../../server/deps.ts';
import { createQuote } from '../../../server/exchange/create-quote.ts';
import { exchangeMoney } from '../../../server/exchange/exchange-money.ts';
import { exchangeIn, walletOf } from '../../../server/ledger/journal.ts';
import { readBalance } from '../../../server/ledger/read-ledger.ts';
import { readRates } from '../../../server/regions/rates.ts';
import { addPerson, fillWallet, type Person } from '../../fixtures/api/people.ts';
import { outcomeOf } from '../payment-voucher-scene.ts';
import { setUpScene } from '../scene.ts';
import { ExchangeModel, type Operation } from './exchange-model.ts';

const PEOPLE = 3;
const RUNS = 60;
const LONGEST = 60;
/** However slow the machine is, no new sequence is begun after this. */
const TIME_LIMIT_MS = 12_000;
const SEED = Number(process.env['MONEY_SEED'] ?? randomInt(2 ** 31));

const scene = setUpScene();
let runs = 0;
let done = 0;

const person = fc.nat({ max: PEOPLE - 1 });
const currency = fc.constantFrom(...CURRENCIES);
/** From what gives nothing to more than there is. */
const amount = fc.oneof(
  fc.constantFrom(1, 2, 99, 100, 10_000, 50_000, 100_001),
  fc.integer({ min: 1, max: 200_000 }),
);
const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('top up' as const), person, amount }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('quote' as const),
      person,
      from: currency,
      to: currency,
      amount,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('exchange' as const),
      person: fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, person),
      quote: fc.nat({ max: 100 }),
    }),
  },
  fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 30_000 }) }),
);

/** One sequence: its people, the model, and a server whose clock is the model's. */
class Run {
  readonly #people: readonly Person[];
  readonly #model: ExchangeModel;
  readonly #deps: Deps;
  /** What the house held before: sequences share it. */
  readonly #houseBefore: ReadonlyMap<Currency, bigint>;
  #toppedUp = 0n;

  constructor(
    people: readonly Person[],
    model: ExchangeModel,
    houseBefore: ReadonlyMap<Currency, bigint>,
  ) {
    this.#people = people;
    this.#model = model;
    this.#houseBefore = houseBefore;
    this.#deps = { ...scene.deps, clock: { now: () => model.nowMs } };
  }

  static async begin(): Promise<Run> {
    runs += 1;
    const nowMs = Date.now();
    await scene.deps.db.insert(exchangeRates).values({
      rates: { NGN: 1497.2, GHS: 12.41, KES: 129.5 },
      source: 'live',
      readAt: new Date(nowMs),
    });
    const { rates } = await readRates(scene.deps);
    const people: Person[] = [];
    for (let n = 0; n < PEOPLE; n += 1)
      people.push(await addPerson(scene.deps, `exchanger_${runs}_${n}`, { isIdentified: true }));
    const house = new Map<Currency, bigint>();
    for (const one of CURRENCIES) house.set(one, await readBalance(scene.deps.db, exchangeIn(one)));
    return new Run(people, new ExchangeModel(rates, nowMs), house);
  }

  #person(index: number): Person {
    const found = this.#people[index];
    if (!found) throw new Error(`no person ${index}`);
    return found;
  }

  /** Does one thing on the server and in the model, and compares all that can be seen of both. */
  async perform(step: Operation): Promise<void> {
    const { expected, outcome } = await this.#carryOut(step);
    expect(outcome, JSON.stringify(step)).toBe(expected);
    if (outcome === 'done') done += 1;
    await this.#compare(JSON.stringify(step));
  }

  async #carryOut(step: Operation): Promise<{ expected: string; outcome: string }> {
    const model = this.#model;
    if (step.do === 'wait') {
      model.nowMs += step.ms;
      return { expected: '', outcome: '' };
    }
    if (step.do === 'top up') {
      const minor = BigInt(step.amount);
      await fillWallet(scene.deps, this.#person(step.person).userId, 'nigeria', minor);
      model.add(step.person, 'NGN', minor);
      this.#toppedUp += minor;
      return { expected: '', outcome: '' };
    }
    if (step.do === 'quote') return this.#quote(step);
    const quote = model.quotes[step.quote % Math.max(1, model.quotes.length)];
    if (!quote) return { expected: '', outcome: '' };
    const index = step.person ?? quote.person;
    const { userId } = this.#person(index);
    const work = exchangeMoney(this.#deps, undefined, userId, { quote_id: quote.reference });
    return { outcome: await outcomeOf(work), expected: model.exchange(index, quote) };
  }

  async #quote(step: Operation & { do: 'quote' }): Promise<{ expected: string; outcome: string }> {
    const { from, to } = step;
    const minor = BigInt(step.amount);
    const expected = this.#model.quote(from, to, minor);
    const body = { from, to, amount: minorToMajor(minor) };
    const quoting = createQuote(this.#deps, this.#person(step.person).userId, body);
    if (typeof expected === 'string') return { expected, outcome: await outcomeOf(quoting) };
    const { quote_id: reference, gets } = await quoting;
    this.#model.quotes.push({
      reference,
      person: step.person,
      from,
      to,
      amount: minor,
      gets: expected,
      madeAtMs: this.#model.nowMs,
      isUsed: false,
    });
    return { expected: String(minorToMajor(expected)), outcome: String(gets) };
  }

  /** Every wallet and the house, and that nothing came out of nowhere. */
  async #compare(what: string): Promise<void> {
    const expected = new Map<string, bigint>();
    for (const one of CURRENCIES) {
      const house = (this.#houseBefore.get(one) ?? 0n) + this.#model.house(one);
      expected.set(exchangeIn(one).key, house);
      for (const [index, { userId }] of this.#people.entries())
        expected.set(walletOf(userId, one).key, this.#model.wallet(index, one));
    }
    const rows = await scene.deps.db
      .select({ key: ledgerAccounts.key, balance: ledgerAccounts.balance })
      .from(ledgerAccounts)
      .where(inArray(ledgerAccounts.key, [...expected.keys()]));
    const balances = new Map(rows.map(({ key, balance }) => [key, balance]));
    for (const [key, held] of expected)
      expect(balances.get(key) ?? 0n, `${key} after ${what}`).toBe(held);
    for (const [one, total] of this.#model.total(PEOPLE))
      expect(total, what).toBe(one === 'NGN' ? this.#toppedUp : 0n);
  }
}

describe(`exchanges in random sequences (MONEY_SEED=${SEED})`, () => {
  it('leave money where the rules say after each step', async () => {
    const sequences = fc.asyncProperty(
      fc.array(operation, { minLength: 1, maxLength: LONGEST, size: 'max' }),
      async (steps) => {
        const run = await Run.begin();
        for (const step of steps) await run.perform(step);
      },
    );
    await fc.assert(sequences, {
      seed: SEED,
      numRuns: RUNS,
      interruptAfterTimeLimit: TIME_LIMIT_MS,
      // A machine that is slow has shown less, not something wrong.
      markInterruptAsFailure: false,
    });
    expect(done).toBeGreaterThan(0);
  });
});
