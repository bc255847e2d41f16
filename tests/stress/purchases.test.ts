import { randomInt } from 'node:crypto';

import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { buyAirtime } from '../../server/disbursements/airtime.ts';
import { payBill } from '../../server/disbursements/bills.ts';
import { purchases } from '../../server/db/schema/disbursements.ts';
import { sandboxTransfers } from '../../server/db/schema/sandbox.ts';
import type { Deps } from '../../server/deps.ts';
import type { RequestKey } from '../../server/http/idempotency.ts';
import { walletOf } from '../../server/ledger/journal.ts';
import { readBalance } from '../../server/ledger/read-ledger.ts';
import { PURCHASES, reconcilePurchases } from '../../server/disbursements/purchases.ts';
import { settleByReference } from '../../server/disbursements/settle-disbursement.ts';
import { addPerson, keyOf, type Person } from '../fixtures/api/people.ts';
import { FAILING_PHONE, WAITING_PHONE } from '../fixtures/api/purchases.ts';
import { GOOD_PHONE } from '../fixtures/api/request-bodies.ts';
import { setUpDeaths } from './mortal-connections.ts';
import { outcomeOf } from './payment-voucher-scene.ts';
import { setUpScene } from './scene.ts';
import { SEND_AGAIN_AFTER_MS } from '../../server/disbursements/disbursement.ts';

const RUNS = 20;
const TIME_LIMIT_MS = 15_000;
const SEED = Number(process.env['MONEY_SEED'] ?? randomInt(2 ** 31));

const scene = setUpScene();
const atEachDeath = setUpDeaths(scene);
let people = 0;

const newBuyer = (): Promise<Person> => {
  people += 1;
  return addPerson(scene.deps, `shopper_${people}`, { walletMinor: 100_000n });
};
const buy = (
  deps: Deps,
  { userId }: Person,
  { amount = 500, phone = GOOD_PHONE } = {},
  key?: RequestKey,
) => buyAirtime(deps, key, userId, { network: 'mtn', phone, amount, currency: 'NGN' });
const heldBy = ({ userId }: Person) => readBalance(scene.deps.db, walletOf(userId, 'NGN'));
const boughtBy = ({ userId }: Person) =>
  scene.deps.db.select().from(purchases).where(eq(purchases.userId, userId));

const METER = {
  biller: 'ikeja',
  item: 'ikeja-prepaid',
  customer: '04521187339',
  amount: 500,
  currency: 'NGN',
} as const;

/** What is bought out of ₦1,000, and what is left, minor units. */
const KINDS = [
  [
    'airtime',
    (deps: Deps, person: Person, key?: RequestKey) => buy(deps, person, {}, key),
    50_000n,
  ],
  [
    'a bill',
    (deps: Deps, { userId }: Person, key?: RequestKey) => payBill(deps, key, userId, METER),
    40_000n,
  ],
] as const;
const DEATHS = [
  ['a connection that breaks', undefined],
  ['a process that is gone', 'whole'],
] as const;

describe.each(DEATHS)('%s between any two statements', (_death, whole) => {
  it.each(KINDS)('of buying %s: bought once, and the repeat finds it', async (_kind, run, left) => {
    // The second time every account is there.
    await run(scene.deps, await newBuyer());
    const measured = await newBuyer();
    await atEachDeath(
      (dying) => run(dying, measured, keyOf(measured, 'measured')),
      async ({ n, meet, what }, dying) => {
        const person = await newBuyer();
        const key = keyOf(person, `broken ${n}`);
        await meet((deps) => run(deps, person, key));
        const repeated = await run(dying, person, key);
        // What a dead process left half-way, the job finishes.
        await settleByReference(scene.deps, PURCHASES, repeated.reference);
        const rows = await boughtBy(person);
        expect(
          rows.map(({ status }) => status),
          what,
        ).toEqual(['completed']);
        expect(await heldBy(person), what).toBe(left);
      },
      whole,
    );
    expect(await scene.deps.db.$count(sandboxTransfers)).toBe(
      await scene.deps.db.$count(purchases),
    );
  });
});

it('at once never take more than a wallet has, and with one key are one', async () => {
  const [rich, eager] = [await newBuyer(), await newBuyer()];
  const outcomes = await Promise.all(
    Array.from({ length: 12 }, () => outcomeOf(buy(scene.deps, rich, { amount: 300 }))),
  );
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(3);
  expect(await heldBy(rich)).toBe(10_000n);
  const key = keyOf(eager, 'once');
  await Promise.all(Array.from({ length: 12 }, () => outcomeOf(buy(scene.deps, eager, {}, key))));
  await buy(scene.deps, eager, {}, key);
  expect(await boughtBy(eager)).toHaveLength(1);
  expect(await heldBy(eager)).toBe(50_000n);
});

type Step =
  | { readonly do: 'buy'; readonly amount: number; readonly fate: 'good' | 'fails' | 'waits' }
  | { readonly do: 'decide'; readonly order: number; readonly state: 'paid' | 'failed' }
  | { readonly do: 'ask'; readonly order: number }
  | { readonly do: 'reconcile' };

const PHONES = { good: GOOD_PHONE, fails: FAILING_PHONE, waits: WAITING_PHONE } as const;
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('buy' as const),
    amount: fc.constantFrom(50, 120, 300.5, 700, 1000),
    fate: fc.constantFrom('good' as const, 'fails' as const, 'waits' as const),
  }),
  fc.record({
    do: fc.constant('decide' as const),
    order: fc.nat({ max: 20 }),
    state: fc.constantFrom('paid' as const, 'failed' as const),
  }),
  fc.record({ do: fc.constant('ask' as const), order: fc.nat({ max: 20 }) }),
  fc.record({ do: fc.constant('reconcile' as const) }),
);

describe(`purchases in random sequences (MONEY_SEED=${SEED})`, () => {
  it('leave in the wallet what the rules say after each step', async () => {
    let steps = 0;
    /** An order of the model: what it took, and what its supplier says of it. */
    interface Ordered {
      readonly reference: string;
      readonly minor: bigint;
      said: 'processing' | 'paid' | 'failed';
      isReturned: boolean;
    }
    const property = fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 25 }),
      async (sequence) => {
        const person = await newBuyer();
        const { db } = scene.deps;
        const orders: Ordered[] = [];
        let held = 100_000n;
        const hear = (order: Ordered): void => {
          if (order.said !== 'failed' || order.isReturned) return;
          order.isReturned = true;
          held += order.minor;
        };
        for (const one of sequence) {
          steps += 1;
          const target =
            'order' in one ? orders[one.order % Math.max(1, orders.length)] : undefined;
          if (one.do === 'buy') {
            const minor = BigInt(Math.round(one.amount * 100));
            const bought = await buy(scene.deps, person, {
              amount: one.amount,
              phone: PHONES[one.fate],
            }).catch(() => undefined);
            expect(bought !== undefined).toBe(held >= minor);
            if (bought) {
              held -= minor;
              const said = ({ good: 'paid', fails: 'failed', waits: 'processing' } as const)[
                one.fate
              ];
              const order = { reference: bought.reference, minor, said, isReturned: false };
              orders.push(order);
              hear(order);
            }
          } else if (one.do === 'decide' && target && !target.isReturned) {
            target.said = one.state;
            const { reference } = target;
            await db
              .update(sandboxTransfers)
              .set({ state: one.state })
              .where(eq(sandboxTransfers.reference, reference));
            await Promise.all(
              [1, 2, 3].map(() => settleByReference(scene.deps, PURCHASES, reference)),
            );
            hear(target);
          } else if (one.do === 'ask' && target)
            await settleByReference(scene.deps, PURCHASES, target.reference);
          else if (one.do === 'reconcile')
            await reconcilePurchases({
              ...scene.deps,
              clock: { now: () => Date.now() + SEND_AGAIN_AFTER_MS },
            });
          expect(await heldBy(person), JSON.stringify(one)).toBe(held);
        }
      },
    );
    await fc.assert(property, {
      seed: SEED,
      numRuns: RUNS,
      interruptAfterTimeLimit: TIME_LIMIT_MS,
      // A machine that is slow has shown less, not something wrong.
      markInterruptAsFailure: false,
    });
    expect(steps).toBeGreaterThan(0);
  });
});
