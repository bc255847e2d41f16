import { asc, eq, inArray, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { REFUND_BY_MS } from '../../../contract/constants.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../contract/durations.ts';
import type { TrustAnswer } from '../../../contract/rewards/trust.ts';
import { dateOf } from '../../../server/clock.ts';
import { purchases as table } from '../../../server/db/schema/disbursements.ts';
import { journalTransactions } from '../../../server/db/schema/ledger.ts';
import type { Deps } from '../../../server/deps.ts';
import type {
  AirtimeSupplier,
  KnownOrder,
  ProviderResponse,
} from '../../../server/disbursements/adapters/providers.ts';
import { buyAirtime } from '../../../server/disbursements/airtime.ts';
import { PURCHASES, reconcilePurchases } from '../../../server/disbursements/purchases.ts';
import { settleByReference } from '../../../server/disbursements/settle-disbursement.ts';
import { QUESTIONS_AT_ONCE } from '../../../server/jobs/ask-due.ts';
import { lossesIn } from '../../../server/ledger/journal.ts';
import { readBalance } from '../../../server/ledger/read-ledger.ts';
import { proveBooks, readRefundClock } from '../../../server/trust/prove-books.ts';
import { noticesOf } from '../../fixtures/api/notices.ts';
import { read, walletOf } from '../../fixtures/api/players.ts';
import type { Person } from '../../fixtures/api/people.ts';
import { Purchases } from '../../fixtures/api/purchases.ts';
import { GOOD_PHONE } from '../../fixtures/api/request-bodies.ts';
import { setUpApp } from '../../fixtures/api/set-up.ts';

const test = setUpApp();
const purchases = new Purchases(test);

type State = ProviderResponse['state'];
/** What a supplier says of an order of that age; undefined for no answer. */
type Says = (ageMs: number) => State | undefined;

/** Each supplier is named by what it does. */
const SUPPLIERS = {
  fast: () => 'paid',
  refusing: (ageMs) => (ageMs === 0 ? 'refused' : 'unknown'),
  'failing soon': (ageMs) => (ageMs < 8 * SECOND_MS ? 'processing' : 'failed'),
  'failing late': (ageMs) => (ageMs < 5 * HOUR_MS ? 'processing' : 'failed'),
  slow: (ageMs) => (ageMs < 20 * HOUR_MS ? 'processing' : 'paid'),
  silent: () => undefined,
  endless: () => 'processing',
  'silent, then paid': (ageMs) => (ageMs < 2 * DAY_MS ? undefined : 'paid'),
  'failed, then paid': (ageMs) => (ageMs < HOUR_MS ? 'failed' : 'paid'),
  'paid, then failed': (ageMs) => (ageMs < HOUR_MS ? 'paid' : 'failed'),
} as const satisfies Readonly<Record<string, Says>>;
type Name = keyof typeof SUPPLIERS;

interface Asked {
  readonly reference: string;
  readonly name: string;
  readonly ageMs: number;
  readonly said: State | undefined;
}

/** The server with those suppliers; `asked` is filled with each question and its answer. */
function depsWith(says: Readonly<Record<string, Says>>, sells: string, asked: Asked[] = []): Deps {
  const { suppliers } = test.deps;
  const sandbox = suppliers.airtimeIn('nigeria');
  if (!sandbox) throw new Error('no sandbox');
  const named = (name: string): AirtimeSupplier => {
    const answer = async ({ reference, createdAt }: KnownOrder): Promise<ProviderResponse> => {
      const ageMs = test.clock.now() - createdAt.getTime();
      const said = says[name]?.(ageMs);
      asked.push({ reference, name, ageMs, said });
      if (said === undefined) throw new Error('timed out');
      return { state: said };
    };
    return { ...sandbox, name, send: answer, find: answer };
  };
  return {
    ...test.deps,
    suppliers: {
      ...suppliers,
      airtimeIn: () => named(sells),
      named: (_kind, name) => (Object.hasOwn(says, name) ? named(name) : undefined),
    },
  };
}

const buy = (deps: Deps, { userId }: Person) =>
  buyAirtime(deps, undefined, userId, {
    network: 'mtn',
    phone: GOOD_PHONE,
    amount: 500,
    currency: 'NGN',
  });

/** Runs the job every few seconds until that age of what was just bought, skipping runs in which nothing is due. */
async function runJobFor(ms: number, deps: Deps): Promise<void> {
  const STEP_MS = 5 * SECOND_MS;
  const endMs = test.clock.now() + ms;
  while (test.clock.now() < endMs) {
    const [next] = await test.deps.db
      .select({
        atMs: sql`extract(epoch from least(min(next_check_at), min(created_at)
          filter (where status in ('pending', 'processing')) + interval '23 hours 55 minutes')) * 1000`.mapWith(
          Number,
        ),
      })
      .from(table);
    const waitMs = Math.max((next?.atMs ?? Infinity) - test.clock.now(), 1);
    test.clock.advance(Math.min(Math.ceil(waitMs / STEP_MS) * STEP_MS, endMs - test.clock.now()));
    await reconcilePurchases(deps);
  }
}

const rowOf = (reference: string) => purchases.row(reference);
const movementsOf = async (reference: string): Promise<string[]> => {
  const rows = await test.deps.db
    .select({ naturalKey: journalTransactions.naturalKey })
    .from(journalTransactions)
    .where(eq(journalTransactions.reference, reference))
    .orderBy(asc(journalTransactions.id));
  return rows.map(({ naturalKey }) => naturalKey.replace(`:${reference}`, ''));
};
const lost = () => readBalance(test.deps.db, lossesIn('NGN'));
const figure = async () => {
  const { met, all } = await readRefundClock(test.deps.db, dateOf(test.clock));
  return { met, all };
};

/** What was bought before ends, so that a test sees only its own. */
beforeEach(async () => {
  await test.deps.db.update(table).set({ nextCheckAt: null });
});

describe('suppliers of all kinds', () => {
  const ENDS: Readonly<Record<Name, readonly [status: string, balance: number, late?: true]>> = {
    fast: ['completed', 500],
    refusing: ['failed', 1000],
    'failing soon': ['failed', 1000],
    'failing late': ['failed', 1000],
    slow: ['completed', 500],
    silent: ['failed', 1000],
    endless: ['failed', 1000],
    'silent, then paid': ['failed', 1000, true],
    'failed, then paid': ['failed', 1000, true],
    'paid, then failed': ['failed', 1000],
  };

  it('each end within a day, every failed one is back in time, and no one is paid twice', async () => {
    const names = Object.keys(SUPPLIERS) as Name[];
    const asked: Asked[] = [];
    const bought = new Map<Name, { person: Person; reference: string }>();
    for (const name of names) {
      const person = await purchases.newBuyer(1000);
      const { reference } = await buy(depsWith(SUPPLIERS, name, asked), person);
      bought.set(name, { person, reference });
    }
    const deps = depsWith(SUPPLIERS, 'fast', asked);
    await runJobFor(DAY_MS, deps);
    const open = inArray(table.status, ['pending', 'processing']);
    expect(await test.deps.db.$count(table, open)).toBe(0);
    await runJobFor(9 * DAY_MS, deps);
    for (const [name, { person, reference }] of bought) {
      const [status, balance, isLate = false] = ENDS[name];
      const row = await rowOf(reference);
      expect([name, row.status, await walletOf(test, person)]).toEqual([name, status, balance]);
      expect([name, row.deliveredLateAt !== null, row.nextCheckAt]).toEqual([name, isLate, null]);
      const told = asked.find((one) => one.reference === reference && one.said === 'failed');
      const word = told && row.createdAt.getTime() + told.ageMs;
      if (status === 'failed' && word !== undefined)
        expect(row.updatedAt.getTime() - word).toBeLessThanOrEqual(30 * SECOND_MS);
      else expect(row.updatedAt.getTime() - row.createdAt.getTime()).toBeLessThan(REFUND_BY_MS);
    }
    const failed = Object.values(ENDS).filter(([status]) => status === 'failed').length;
    expect(await figure()).toEqual({ met: failed, all: failed });
    expect(await lost()).toBe(-2n * 50_000n);
  });
});

it('an order without an end is asked about after 10, 30 and 60 seconds, then whenever its age has doubled, hourly at last', async () => {
  const asked: Asked[] = [];
  const deps = depsWith(SUPPLIERS, 'endless', asked);
  await buy(deps, await purchases.newBuyer(1000));
  await runJobFor(DAY_MS, deps);
  const ages = asked.map(({ ageMs }) => ageMs / SECOND_MS);
  expect(ages.slice(0, 10)).toEqual([0, 10, 30, 60, 120, 240, 480, 960, 1920, 3840]);
  const gaps = ages.slice(10).map((age, at) => age - (ages[at + 9] ?? 0));
  expect(Math.max(...gaps)).toBe(HOUR_MS / SECOND_MS);
  // The last question comes just before the money goes back.
  expect(ages.at(-1)).toBe((REFUND_BY_MS - 10 * MINUTE_MS) / SECOND_MS);
});

describe('an order that nobody answered for a day', () => {
  const refunded = async () => {
    const person = await purchases.newBuyer(1000);
    const { reference } = await buy(depsWith(SUPPLIERS, 'silent'), person);
    await runJobFor(REFUND_BY_MS - 5 * MINUTE_MS - 1, depsWith(SUPPLIERS, 'silent'));
    expect([await purchases.statusOf(reference), await walletOf(test, person)]).toEqual([
      'pending',
      500,
    ]);
    test.clock.advance(1);
    for (let run = 0; run < 3; run += 1) await reconcilePurchases(depsWith(SUPPLIERS, 'silent'));
    return { person, reference };
  };
  const hear = (state: State, reference: string) =>
    settleByReference(depsWith({ silent: () => state }, 'silent'), PURCHASES, reference);

  it('is refunded once by the promised time, and its buyer is told', async () => {
    const { person, reference } = await refunded();
    expect(await walletOf(test, person)).toBe(1000);
    expect(await movementsOf(reference)).toEqual(['purchase', 'purchase-return']);
    expect((await noticesOf(test, person)).map(({ kind }) => kind)).toEqual(['purchase_ended']);
    expect(await rowOf(reference)).toMatchObject({ status: 'failed', toldFailedAt: null });
  });

  it('and is delivered later leaves the money with its buyer: the house bears it, once, and says so', async () => {
    const before = await lost();
    const { person, reference } = await refunded();
    const alarm = vi.spyOn(test.deps.log, 'error').mockImplementation(() => undefined);
    for (const state of ['paid', 'paid', 'processing', 'paid'] as const)
      await hear(state, reference);
    expect(await walletOf(test, person)).toBe(1000);
    expect(await movementsOf(reference)).toEqual(['purchase', 'purchase-return', 'late-success']);
    expect((await lost()) - before).toBe(-50_000n);
    expect(alarm.mock.calls.map(([, message]) => message)).toEqual([
      'a returned purchase was delivered',
    ]);
    alarm.mockRestore();
    expect((await rowOf(reference)).nextCheckAt).toBeNull();
  });

  it('whose supplier takes its late word back costs the house nothing', async () => {
    const before = await lost();
    const { person, reference } = await refunded();
    for (const state of ['paid', 'failed', 'failed', 'paid'] as const) await hear(state, reference);
    expect(await movementsOf(reference)).toEqual([
      'purchase',
      'purchase-return',
      'late-success',
      'late-success-return',
    ]);
    expect([await walletOf(test, person), await lost()]).toEqual([1000, before]);
  });

  it('is refunded also where its supplier is not configured any more', async () => {
    const person = await purchases.newBuyer(1000);
    const { reference } = await buy(depsWith(SUPPLIERS, 'endless'), person);
    test.clock.advance(REFUND_BY_MS);
    await reconcilePurchases(depsWith({}, 'none'));
    expect([await purchases.statusOf(reference), await walletOf(test, person)]).toEqual([
      'failed',
      1000,
    ]);
  });
});

describe('many orders', () => {
  const LATENCY_MS = 200;

  it('are asked about ten at a time until nothing is due: fifty a second at 200 ms an answer', async () => {
    const COUNT = 100;
    const { reference } = await buy(depsWith(SUPPLIERS, 'endless'), await purchases.newBuyer(1000));
    const { db } = test.deps;
    const at = dateOf(test.clock).toISOString();
    // They were delivered, so that an answer moves no money.
    await db.execute(sql`
      insert into purchases (reference, user_id, kind, amount, fee, currency, supplier, product, service,
        service_name, customer, status, attempts, next_check_at, created_at, updated_at)
      select 'gdp-many-' || n, user_id, kind, amount, fee, currency, supplier, product, service, service_name,
        customer, 'completed', 1, ${at}::timestamptz, created_at, updated_at
      from purchases, generate_series(1, ${COUNT}::int) n where reference = ${reference}`);
    let [inFlight, mostInFlight] = [0, 0];
    const find = async (): Promise<ProviderResponse> => {
      inFlight += 1;
      mostInFlight = Math.max(mostInFlight, inFlight);
      await new Promise((resolve) => setTimeout(resolve, LATENCY_MS));
      inFlight -= 1;
      return { state: 'paid' };
    };
    const deps = depsWith(SUPPLIERS, 'endless');
    const named = () => ({ name: 'endless', find, send: find });
    const begunAt = performance.now();
    await reconcilePurchases({ ...deps, suppliers: { ...deps.suppliers, named } });
    const tookMs = performance.now() - begunAt;
    expect(mostInFlight).toBe(QUESTIONS_AT_ONCE);
    expect(tookMs).toBeGreaterThan(((COUNT / QUESTIONS_AT_ONCE) * LATENCY_MS) / 2);
    // One after the other they would take 20 s.
    expect(tookMs).toBeLessThan((COUNT * LATENCY_MS) / 4);
    expect(await db.$count(table, sql`next_check_at <= ${at}::timestamptz`)).toBe(0);
    await db.execute(sql`delete from purchases where reference like 'gdp-many-%'`);
    await settleByReference(depsWith({ endless: () => 'failed' }, 'x'), PURCHASES, reference);
  });

  it('of one supplier do not wait for another that is silent', async () => {
    const deps = depsWith(SUPPLIERS, 'silent');
    for (let count = 0; count < 15; count += 1) await buy(deps, await purchases.newBuyer(1000));
    const person = await purchases.newBuyer(1000);
    const { reference } = await buy(depsWith(SUPPLIERS, 'failing soon'), person);
    test.clock.advance(10 * SECOND_MS);
    const never = new Promise<ProviderResponse>(() => undefined);
    const { suppliers } = deps;
    const named: Deps['suppliers']['named'] = (kind, name) =>
      name === 'silent'
        ? { name, find: () => never, send: () => never }
        : suppliers.named(kind, name);
    const busy = new Set<string>();
    void reconcilePurchases({ ...deps, suppliers: { ...suppliers, named } }, busy);
    await expect.poll(() => purchases.statusOf(reference)).toBe('failed');
    // A later run leaves the silent one to the run that still asks it.
    expect([...busy]).toEqual(['silent']);
    await reconcilePurchases({ ...deps, suppliers: { ...suppliers, named } }, busy);
    expect(await walletOf(test, person)).toBe(1000);
    test.clock.advance(REFUND_BY_MS - MINUTE_MS);
    await reconcilePurchases(depsWith({}, 'none'), busy);
  });
});

describe('the figure on the trust page', () => {
  it('is what the last proof counted, and shows what came back late or not at all', async () => {
    const person = await purchases.newBuyer(2000);
    const { reference } = await buy(depsWith(SUPPLIERS, 'refusing'), person);
    const before = await figure();
    expect(before.met).toBe(before.all);
    const late = { toldFailedAt: new Date(test.clock.now() - 31 * SECOND_MS) };
    await test.deps.db.update(table).set(late).where(eq(table.reference, reference));
    await buy(depsWith(SUPPLIERS, 'endless'), person);
    test.clock.advance(DAY_MS + 1);
    expect(await figure()).toEqual({ met: before.met - 1, all: before.all + 1 });
    await proveBooks(test.deps);
    const since = new Date(test.clock.now() - 30 * DAY_MS).toISOString();
    expect((await read<TrustAnswer>(test, '/trust')).data?.refund_clock).toEqual({
      met: before.met - 1,
      all: before.all + 1,
      since,
    });
    test.clock.advance(30 * DAY_MS);
    expect(await figure()).toEqual({ met: 0, all: 1 });
  });
});
