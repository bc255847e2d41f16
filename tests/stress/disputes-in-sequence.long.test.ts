import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { minorToMajor } from '../../contract/money.ts';
import { balanceSheet } from '../../server/admin/balance-sheet.ts';
import { initializeTopup } from '../../server/payments/initialize-payment.ts';
import { settlePayment } from '../../server/payments/settle-payment.ts';
import { decideCheckout } from '../../server/sandbox/checkout.ts';
import { withdraw } from '../../server/wallet/withdraw.ts';
import { runAdmin } from '../fixtures/api/admin.ts';
import { addPerson, type Person } from '../fixtures/api/people.ts';
import { PIN } from '../fixtures/api/pins.ts';
import { failingOf, ownBank } from '../fixtures/api/withdrawals.ts';
import { makeVoucher, outcomeOf, payVoucher, redeemAs } from './payment-voucher-scene.ts';
import { expectCleanBooks, setUpScene } from './scene.ts';

const RUNS = 1_000;
const PEOPLE = 2;
/** The whole books are proved once in so many sequences, because they read whole tables. */
const PROVED_EVERY = 200;
/** However slow the machine is, no new sequence is begun after this. */
const TIME_LIMIT_MS = 240_000;
const SEED = Number(process.env['DISPUTES_SEED'] ?? randomInt(2 ** 31));

const scene = setUpScene();
let sequences = 0;

const person = fc.nat({ max: PEOPLE - 1 });
const payment = fc.nat({ max: 3 });
const amountMinor = fc.constantFrom(100_000n, 150_000n, 250_050n);

const deed = fc.oneof(
  fc.record({ do: fc.constant('top up' as const), person, amountMinor }),
  fc.record({
    do: fc.constant('dispute' as const),
    payment,
    outcome: fc.constantFrom('opened', 'won', 'lost'),
  }),
  fc.record({ do: fc.constant('refund' as const), payment }),
  fc.record({ do: fc.constant('send' as const), person, amountMinor }),
  fc.record({
    do: fc.constant('withdraw' as const),
    person,
    amountMinor,
    isGood: fc.boolean(),
  }),
  fc.record({ do: fc.constant('return a payout' as const) }),
  fc.record({ do: fc.constant('settle' as const) }),
);
type Deed = typeof deed extends fc.Arbitrary<infer T> ? T : never;

/** What people, processors, banks and administrators do in one sequence. */
class Sequence {
  readonly #people: readonly Person[];
  readonly #payments: string[] = [];
  #payout: string | undefined;

  constructor(people: readonly Person[]) {
    this.#people = people;
  }

  static async begin(): Promise<Sequence> {
    sequences += 1;
    const names = Array.from({ length: PEOPLE }, (_, n) => `s${sequences}_${n}`);
    return new Sequence(
      await Promise.all(names.map((name) => addPerson(scene.deps, name, { hasPin: true }))),
    );
  }

  #person(index: number): Person {
    const found = this.#people[index];
    if (!found) throw new Error(`no person ${index}`);
    return found;
  }

  /** The last payments, so that one is disputed more than once. */
  #payment(index: number): string | undefined {
    return this.#payments.at(-1 - index);
  }

  async perform(step: Deed): Promise<void> {
    if (step.do === 'top up') return this.#topUp(this.#person(step.person), step.amountMinor);
    if (step.do === 'send') return this.#send(step.person, step.amountMinor);
    if (step.do === 'withdraw') return this.#withdraw(this.#person(step.person), step);
    if (step.do === 'settle') return post('/sandbox/settlement?processor=paystack');
    if (step.do === 'return a payout')
      return this.#payout === undefined
        ? undefined
        : post(`/sandbox/settle/${this.#payout}?outcome=failed`);
    const reference = this.#payment(step.payment);
    if (reference === undefined) return undefined;
    if (step.do === 'dispute') return post(`/sandbox/dispute/${reference}?outcome=${step.outcome}`);
    await outcomeOf(runAdmin(scene.deps, ['refund', reference]));
  }

  async #topUp({ userId }: Person, amount: bigint): Promise<void> {
    const { reference } = await initializeTopup(scene.deps, undefined, {
      userId,
      amount: minorToMajor(amount),
      currency: 'NGN',
      processor: 'paystack',
    });
    await decideCheckout(scene.deps.db, reference, 'success');
    await settlePayment(scene.deps, reference);
    this.#payments.push(reference);
  }

  /** A payment voucher that the other one redeems. */
  async #send(index: number, amount: bigint): Promise<void> {
    const sender = this.#person(index);
    const { code, ulid } = await makeVoucher(scene.deps, sender, amount);
    if ((await outcomeOf(payVoucher(scene.deps, sender, ulid, amount))) === 'done')
      await outcomeOf(redeemAs(scene.deps, this.#person((index + 1) % PEOPLE), code));
  }

  async #withdraw(
    who: Person,
    { amountMinor: amount, isGood }: Deed & { do: 'withdraw' },
  ): Promise<void> {
    const destination = {
      ...ownBank(who),
      ...(!isGood && { account_number: failingOf(who) }),
    };
    const body = { amount: minorToMajor(amount), currency: 'NGN', destination, pin: PIN } as const;
    const leaving = withdraw(scene.deps, undefined, who.userId, body).then(({ reference }) => {
      this.#payout = reference;
    });
    await outcomeOf(leaving);
  }
}

async function post(url: string): Promise<void> {
  const reply = await scene.app.inject({ method: 'POST', url });
  // A settlement of nothing is refused; anything else that fails is a fault.
  expect(reply.statusCode, `${url}: ${reply.body}`).toBeLessThan(500);
}

describe(`money that comes back, in random sequences (DISPUTES_SEED=${SEED})`, () => {
  it(
    'leaves a balance sheet whose sides are equal after each step',
    async () => {
      const property = fc.asyncProperty(
        fc.array(deed, { minLength: 2, maxLength: 8, size: 'max' }),
        async (steps) => {
          const sequence = await Sequence.begin();
          for (const step of steps) {
            await sequence.perform(step);
            const sheet = (await balanceSheet(scene.deps.db)).join('\n');
            expect(sheet, JSON.stringify(step, String)).not.toContain('NOT EQUAL');
          }
          if (sequences % PROVED_EVERY === 0) await expectCleanBooks(scene.deps);
        },
      );
      await fc.assert(property, {
        seed: SEED,
        numRuns: RUNS,
        interruptAfterTimeLimit: TIME_LIMIT_MS,
        // A machine that is slow has shown less, not something wrong.
        markInterruptAsFailure: false,
      });
      expect(sequences).toBeGreaterThan(RUNS / 20);
      await expectCleanBooks(scene.deps);
    },
    TIME_LIMIT_MS + 60_000,
  );
});
