import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';

import { PREMIUM_DAYS } from '../../../contract/constants.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import { purchases } from '../../../server/db/schema/disbursements.ts';
import { users } from '../../../server/db/schema/accounts.ts';
import type { Deps } from '../../../server/deps.ts';
import type { RequestKey } from '../../../server/http/idempotency.ts';
import { walletOf } from '../../../server/ledger/journal.ts';
import { readBalance } from '../../../server/ledger/read-ledger.ts';
import { subscribeFromWallet } from '../../../server/premium/subscribe.ts';
import { reconcilePurchases } from '../../../server/disbursements/purchases.ts';
import { addPerson, keyOf, type Person } from '../../fixtures/api/people.ts';
import { PIN } from '../../fixtures/api/pins.ts';
import { GOOD_PHONE } from '../../fixtures/api/request-bodies.ts';
import type { Answer } from '../http-client.ts';
import { setUpServers, type MortalServer } from '../mortal-server.ts';
import { setUpDeaths } from '../mortal-connections.ts';
import { tally } from '../payment-voucher-scene.ts';
import { setUpScene } from '../scene.ts';
import { SEND_AGAIN_AFTER_MS } from '../../../server/disbursements/disbursement.ts';

const TRIES = 100;
const WALLET_MINOR = 1_000_000n;
const PRICE_MINOR = 100_000n;
/** Right PINs at the same moment on many nodes may be too many for the count: what races is without one. */
const WITHOUT_PIN = {
  plan: 'premium',
  amount: 1_000,
  currency: 'NGN',
  method: 'wallet',
} as const;
const PLAN = { ...WITHOUT_PIN, pin: PIN } as const;

const scene = setUpScene();
const atEachDeath = setUpDeaths(scene);
const startServer = setUpServers(scene);
let nodes: readonly MortalServer[] = [];
let people = 0;

beforeAll(async () => {
  nodes = [await startServer(), await startServer()];
});

const newPerson = (): Promise<Person> => {
  people += 1;
  return addPerson(scene.deps, `member_${people}`, { walletMinor: WALLET_MINOR, hasPin: true });
};
const heldBy = ({ userId }: Person) => readBalance(scene.deps.db, walletOf(userId, 'NGN'));
const rowOf = async ({ userId }: Person) =>
  (await scene.deps.db.select().from(users).where(eq(users.id, userId)))[0];

/** Days of premium, to the nearest; 0 for none. */
async function daysOf(person: Person): Promise<number> {
  const until = (await rowOf(person))?.premiumUntil;
  return until ? Math.round((until.getTime() - Date.now()) / DAY_MS) : 0;
}

/** All at once, every other one to the other node. */
const atOnce = (person: Person, body: object, key?: string): Promise<Answer[]> =>
  Promise.all(
    Array.from({ length: TRIES }, (_, n) => {
      const node = nodes[n % nodes.length];
      if (!node) throw new Error('no nodes');
      const call = { token: person.token, path: '/premium/subscribe', body };
      return node.send({ ...call, ...(key === undefined ? {} : { key }) });
    }),
  );
const outcomesOf = (answers: readonly Answer[]) =>
  tally(answers.map(({ status, body }) => (status === 200 ? 'ok' : String(body['code']))));

describe('premium bought a hundred times at once on two nodes', () => {
  it('is charged once', async () => {
    const person = await addPerson(scene.deps, 'many_taps', { walletMinor: WALLET_MINOR });
    expect(outcomesOf(await atOnce(person, WITHOUT_PIN))).toEqual({
      ok: 1,
      already_premium: TRIES - 1,
    });
    expect(await heldBy(person)).toBe(WALLET_MINOR - PRICE_MINOR);
    expect(await daysOf(person)).toBe(PREMIUM_DAYS);
  });

  it('with one key is one, and all get its answer', async () => {
    const person = await addPerson(scene.deps, 'one_key', { walletMinor: WALLET_MINOR });
    const answers = await atOnce(person, WITHOUT_PIN, 'one-premium');
    expect(outcomesOf(answers)).toEqual({ ok: TRIES });
    expect(new Set(answers.map((answer) => answer.body['reference'])).size).toBe(1);
    expect(await heldBy(person)).toBe(WALLET_MINOR - PRICE_MINOR);
  });
});

describe.each([
  ['a connection that breaks', undefined],
  ['a process that is gone', 'whole'],
] as const)('%s between any two statements of buying premium', (_death, whole) => {
  const run = (deps: Deps, { userId }: Person, key: RequestKey) =>
    subscribeFromWallet(deps, key, userId, PLAN);

  it('all or nothing, and the repeat does it', async () => {
    const measured = await newPerson();
    await atEachDeath(
      (dying) => run(dying, measured, keyOf(measured, 'measured')),
      async ({ n, meet, what, isCommitted }, dying) => {
        const person = await newPerson();
        const key = keyOf(person, `broken ${n}`);
        const bought = [WALLET_MINOR - PRICE_MINOR, PREMIUM_DAYS];
        await meet((deps) => run(deps, person, key));
        expect([await heldBy(person), await daysOf(person)], what).toEqual(
          isCommitted ? bought : [WALLET_MINOR, 0],
        );
        await run(dying, person, key);
        expect([await heldBy(person), await daysOf(person)], what).toEqual(bought);
      },
      whole,
    );
  });
});

describe('a server that is killed again and again while airtime, bills and premium are bought', () => {
  const PEOPLE = 20;
  /** Each person takes three answers: 60 in all. */
  const DEATHS = [2, 20, 40];
  const CALLS = [
    ['/airtime/purchase', { network: 'mtn', phone: GOOD_PHONE, amount: 500 }],
    [
      '/bills/pay',
      { biller: 'ikeja', item: 'ikeja-prepaid', customer: '04521187339', amount: 500 },
    ],
    ['/premium/subscribe', PLAN],
  ] as const;
  const LEFT_MINOR = WALLET_MINOR - 50_000n - 60_000n - PRICE_MINOR;

  it('charges each once, and loses none', async () => {
    const buyers = [];
    for (let n = 0; n < PEOPLE; n += 1) buyers.push(await newPerson());
    const server = await startServer(DEATHS);
    await Promise.all(
      buyers.map(async ({ token }, n) => {
        for (const [path, body] of CALLS) {
          const call = { token, path, body: { currency: 'NGN', pin: PIN, ...body } };
          const answer = await server.send({ ...call, key: `bought-${n}-${path.length}` });
          expect(answer.status, JSON.stringify(answer.body)).toBe(200);
        }
      }),
    );
    expect(server.deathCount).toBe(DEATHS.length);
    // What a dead process left half-way is finished by the job of a server that lives.
    await reconcilePurchases({
      ...scene.deps,
      clock: { now: () => Date.now() + SEND_AGAIN_AFTER_MS * 2 },
    });
    for (const person of buyers) {
      expect([await heldBy(person), await daysOf(person)]).toEqual([LEFT_MINOR, PREMIUM_DAYS]);
      const bought = await scene.deps.db
        .select({ kind: purchases.kind, status: purchases.status })
        .from(purchases)
        .where(eq(purchases.userId, person.userId));
      expect(bought.toSorted((a, b) => a.kind.localeCompare(b.kind))).toEqual([
        { kind: 'airtime', status: 'completed' },
        { kind: 'bill', status: 'completed' },
      ]);
    }
  });
});
