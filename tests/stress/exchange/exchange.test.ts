import { and, eq, isNotNull, like } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';

import { exchangeQuotes, exchangeRates } from '../../../server/db/schema/exchange.ts';
import { journalTransactions } from '../../../server/db/schema/ledger.ts';
import type { Deps } from '../../../server/deps.ts';
import { createQuote, EXCHANGE_SHORT_MAX_MAJOR } from '../../../server/exchange/create-quote.ts';
import { exchangeMoney } from '../../../server/exchange/exchange-money.ts';
import { exchangeIn } from '../../../server/ledger/journal.ts';
import { readBalance } from '../../../server/ledger/read-ledger.ts';
import { listBalances } from '../../../server/wallet/list-balances.ts';
import { addPerson, keyOf, type Person } from '../../fixtures/api/people.ts';
import { sendTo, type Answer, type Call } from '../http-client.ts';
import { setUpDeaths } from '../mortal-connections.ts';
import { setUpServers } from '../mortal-server.ts';
import { outcomeOf, tally } from '../payment-voucher-scene.ts';
import { setUpScene } from '../scene.ts';

const scene = setUpScene();
const atEachDeath = setUpDeaths(scene);
const start = setUpServers(scene);

beforeAll(async () => {
  await scene.deps.db.insert(exchangeRates).values({
    rates: { NGN: 1500, GHS: 12, KES: 130 },
    source: 'live',
    readAt: new Date(),
  });
});

const times = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

const quoteOf = async ({ userId }: Person, amount = 1000): Promise<string> =>
  (await createQuote(scene.deps, userId, { from: 'NGN', to: 'GHS', amount })).quote_id;

const callFor = ({ token }: Person, quoteId: string, key?: string) => ({
  token,
  path: '/wallet/exchange',
  body: { quote_id: quoteId },
  ...(key && { key }),
});

const balancesOf = async ({ userId }: Person): Promise<Record<string, number>> => {
  const wallets = await listBalances(scene.deps.db, userId, new Date());
  return Object.fromEntries(Object.entries(wallets).map(([name, { amount }]) => [name, amount]));
};

describe('one quote, a hundred times at once on two nodes', () => {
  it.each([
    ['with a key each', (n: number) => `race-key-${n}`],
    ['with one key', () => 'race-one-key'],
    ['without keys', () => undefined],
  ])('is charged once, %s', async (name, key) => {
    const other = await start();
    const nodes = [sendTo(scene.app), (call: Call) => other.send(call)] as const;
    const person = await addPerson(scene.deps, `racer_${name.replaceAll(' ', '_')}`, {
      walletMinor: 10_000_000n,
    });
    const quoteId = await quoteOf(person);
    const answers = await times(100, async (n) => {
      const node = nodes[n % 2] ?? nodes[0];
      return node(callFor(person, quoteId, key(n)));
    });
    // A person's limit lets 60 look; whoever was let through heard of the one exchange.
    const told = answers.filter(({ status }) => status === 200);
    expect(told.length).toBeGreaterThanOrEqual(60);
    expect(answers.every(({ status }) => status === 200 || status === 429)).toBe(true);
    for (const { body } of told) expect(body).toEqual(told[0]?.body);
    expect(told[0]?.body['data']).toMatchObject({ reference: quoteId });
    expect(await balancesOf(person)).toEqual({ NGN: 99_000, GHS: 7.92 });
    const movements = eq(journalTransactions.reference, quoteId);
    expect(await scene.deps.db.$count(journalTransactions, movements)).toBe(1);
  });
});

describe('many quotes at once', () => {
  it('take no more than the wallet has', async () => {
    const person = await addPerson(scene.deps, 'greedy', { walletMinor: 700_000n });
    const quotes = await times(20, () => quoteOf(person));
    const answers = await times(20, (n) => sendTo(scene.app)(callFor(person, quotes[n] ?? '')));
    const codes = answers.map(({ status, body }) => (status === 200 ? 'ok' : String(body['code'])));
    expect(tally(codes)).toEqual({ ok: 7, insufficient_funds: 13 });
    expect(await balancesOf(person)).toEqual({ NGN: 0, GHS: 55.44 });
  });

  it('go both ways between the same wallets without a deadlock', async () => {
    const person = await addPerson(scene.deps, 'to_and_fro', { walletMinor: 1_000_000n });
    const back = async (): Promise<string> =>
      (await createQuote(scene.deps, person.userId, { from: 'GHS', to: 'NGN', amount: 1 }))
        .quote_id;
    await exchangeMoney(scene.deps, undefined, person.userId, {
      quote_id: await quoteOf(person, 5000),
    });
    const quotes = await times(40, (n) => (n % 2 === 0 ? quoteOf(person, 100) : back()));
    const outcomes = await times(40, (n) =>
      outcomeOf(exchangeMoney(scene.deps, undefined, person.userId, { quote_id: quotes[n] ?? '' })),
    );
    expect(tally(outcomes)).toEqual({ done: 40 });
  });

  it('never take the house past its bound', async () => {
    const people = await times(10, (n) =>
      addPerson(scene.deps, `rich_${n}`, {
        region: 'kenya',
        walletMinor: 100_000_000n,
        isIdentified: true,
      }),
    );
    // $3,800 and a bit each, as much as may leave a wallet in a day: seven of ten fit.
    const quotes = await times(10, async (n) => {
      const input = { from: 'KES', to: 'USD', amount: 500_000 } as const;
      return (await createQuote(scene.deps, people[n]?.userId ?? 0, input)).quote_id;
    });
    const outcomes = await times(10, (n) =>
      outcomeOf(
        exchangeMoney(scene.deps, undefined, people[n]?.userId ?? 0, { quote_id: quotes[n] ?? '' }),
      ),
    );
    expect(tally(outcomes)).toEqual({ done: 7, exchange_short: 3 });
    expect(await readBalance(scene.deps.db, exchangeIn('USD'))).toBeGreaterThanOrEqual(
      BigInt(-EXCHANGE_SHORT_MAX_MAJOR.USD * 100),
    );
  });
});

describe('a connection that breaks between any two statements of an exchange', () => {
  it('leaves all or nothing, and the repeat does it', async () => {
    const person = await addPerson(scene.deps, 'mortal', {
      walletMinor: 20_000_000n,
      isIdentified: true,
    });
    const run = (deps: Deps, quoteId: string, key: string) =>
      exchangeMoney(deps, keyOf(person, key), person.userId, { quote_id: quoteId });
    // The second time every wallet is there.
    await run(scene.deps, await quoteOf(person), 'whole-one');
    const whole = await quoteOf(person);
    await atEachDeath(
      (dying) => run(dying, whole, 'whole-two'),
      async ({ n, meet, what, isCommitted, isWholeSent }, dying) => {
        const quoteId = await quoteOf(person);
        const before = await balancesOf(person);
        const after = {
          NGN: (before['NGN'] ?? 0) - 1000,
          GHS: Math.round(((before['GHS'] ?? 0) + 7.92) * 100) / 100,
        };
        const outcome = await meet((deps) => run(deps, quoteId, `crash-${n}-key`));
        expect(outcome === 'done', what).toBe(isWholeSent);
        expect(await balancesOf(person), what).toEqual(isCommitted ? after : before);
        // Half of the repeats have lost their key.
        await run(dying, quoteId, n % 2 === 0 ? `crash-${n}-key` : `lost-${n}-key`);
        expect(await balancesOf(person), what).toEqual(after);
      },
    );
  });
});

describe('a server that is killed again and again during exchanges', () => {
  const PEOPLE = 40;
  const EACH = 3;
  const DEATHS = [1, 35, 80];

  it('carries each out once, and loses none', async () => {
    const people = await times(PEOPLE, (n) =>
      addPerson(scene.deps, `killed_${n}`, { walletMinor: 400_000n }),
    );
    const server = await start(DEATHS);
    const runs = people.flatMap((person, n) =>
      Array.from({ length: EACH }, async (_, k): Promise<Answer> => {
        const quoteId = await quoteOf(person);
        return server.send(callFor(person, quoteId, `killed-${n}-${k}`));
      }),
    );
    for (const { status, body } of await Promise.all(runs))
      expect(status, JSON.stringify(body)).toBe(200);
    expect(server.deathCount).toBe(DEATHS.length);
    for (const person of people)
      expect(await balancesOf(person)).toEqual({ NGN: 1000, GHS: 23.76 });
    const used = await scene.deps.db.$count(exchangeQuotes, isNotNull(exchangeQuotes.usedAt));
    const moved = and(
      eq(journalTransactions.kind, 'exchange'),
      like(journalTransactions.naturalKey, 'exchange:%'),
    );
    expect(await scene.deps.db.$count(journalTransactions, moved)).toBe(used);
  });
});
