import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';

import { vouchers } from '../../server/db/schema/vouchers.ts';
import type { Deps } from '../../server/deps.ts';
import type { RequestKey } from '../../server/http/idempotency.ts';
import { cancelVoucher } from '../../server/vouchers/by-purpose/end-voucher.ts';
import { splitVoucher } from '../../server/payment-vouchers/split-voucher.ts';
import { listBalances } from '../../server/wallet/list-balances.ts';
import { addPerson, keyOf, nairaOf, type Person } from '../fixtures/api/people.ts';
import { setUpServers } from './mortal-server.ts';
import { setUpDeaths } from './mortal-connections.ts';
import {
  FEE_MINOR,
  makeVoucher,
  openVoucher,
  payVoucher,
  redeemAs,
  type Made,
} from './payment-voucher-scene.ts';
import { setUpScene } from './scene.ts';

const AMOUNT_MINOR = 100_000n;

const scene = setUpScene();
const atEachDeath = setUpDeaths(scene);
const startServer = setUpServers(scene);
let creator: Person;
let redeemer: Person;

beforeAll(async () => {
  creator = await addPerson(scene.deps, 'creator', {
    walletMinor: 100_000_000n,
    isIdentified: true,
  });
  redeemer = await addPerson(scene.deps, 'redeemer');
});

const statusOf = async (ulid: string): Promise<string | undefined> => {
  const [row] = await scene.deps.db
    .select({ status: vouchers.status })
    .from(vouchers)
    .where(eq(vouchers.ulid, ulid));
  return row?.status;
};

interface World {
  readonly creator: number;
  readonly redeemer: number;
  readonly vouchers: number;
}
const look = async (): Promise<World> => {
  return {
    creator: await nairaOf(scene.deps, creator),
    redeemer: await nairaOf(scene.deps, redeemer),
    vouchers: await scene.deps.db.$count(vouchers),
  };
};

interface Step {
  readonly prepare: () => Promise<Made>;
  readonly run: (deps: Deps, made: Made, key: RequestKey) => Promise<unknown>;
  readonly before: string;
  readonly after: string;
  /** What it changes once it has happened. */
  readonly gains: World;
}

const open = (): Promise<Made> => openVoucher(scene.deps, creator, AMOUNT_MINOR);

const STEPS: Readonly<Record<string, Step>> = {
  'paying from the wallet': {
    prepare: () => makeVoucher(scene.deps, creator, AMOUNT_MINOR),
    run: (deps, { ulid }, key) => payVoucher(deps, creator, ulid, AMOUNT_MINOR, key),
    before: 'pending',
    after: 'active',
    gains: { creator: -Number(AMOUNT_MINOR + FEE_MINOR) / 100, redeemer: 0, vouchers: 0 },
  },
  redeeming: {
    prepare: open,
    run: (deps, { code }, key) => redeemAs(deps, redeemer, code, key),
    before: 'active',
    after: 'used',
    gains: { creator: 0, redeemer: 1000, vouchers: 0 },
  },
  splitting: {
    prepare: open,
    run: (deps, { ulid }, requestKey) =>
      splitVoucher(deps, {
        userId: creator.userId,
        body: { voucher_id: ulid, split_amount: 300 },
        requestKey,
      }),
    before: 'active',
    after: 'active',
    gains: { creator: 0, redeemer: 0, vouchers: 1 },
  },
  cancelling: {
    prepare: open,
    run: (deps, { ulid: voucher }, requestKey) =>
      cancelVoucher(deps, { voucher, userId: creator.userId, requestKey }),
    before: 'active',
    after: 'cancelled',
    gains: { creator: 1000, redeemer: 0, vouchers: 0 },
  },
};

describe('a connection that breaks between any two statements of', () => {
  it.each(Object.entries(STEPS))(
    '%s: all or nothing, and the repeat does it',
    async (name, step) => {
      const person = name === 'redeeming' ? redeemer : creator;
      // The second time every wallet is there.
      const [first, second] = [await step.prepare(), await step.prepare()];
      await step.run(scene.deps, first, keyOf(person, `first ${first.ulid}`));
      await atEachDeath(
        (dying) => step.run(dying, second, keyOf(person, `second ${second.ulid}`)),
        async ({ n, meet, what, isCommitted, isWholeSent }, dying) => {
          const made = await step.prepare();
          const before = await look();
          const after = {
            creator: before.creator + step.gains.creator,
            redeemer: before.redeemer + step.gains.redeemer,
            vouchers: before.vouchers + step.gains.vouchers,
          };
          const key = keyOf(person, `${name} ${n}`);
          const outcome = await meet((deps) => step.run(deps, made, key));
          expect(outcome === 'done', what).toBe(isWholeSent);
          const [status, world] = isCommitted ? [step.after, after] : [step.before, before];
          expect([await statusOf(made.ulid), await look()], what).toEqual([status, world]);
          await step.run(dying, made, key);
          expect([await statusOf(made.ulid), await look()], what).toEqual([step.after, after]);
        },
      );
    },
  );
});

const PAIRS = 24;
/** Each pair takes four answers: 96 in all. */
const DEATHS = [5, 30, 60];

describe('a server that is killed again and again while vouchers are paid, split, redeemed and cancelled', () => {
  it('loses nothing and pays nothing twice', async () => {
    const server = await startServer(DEATHS);
    const play = async (n: number): Promise<void> => {
      const [giver, taker] = [
        await addPerson(scene.deps, `giver_${n}`, { walletMinor: 500_000n }),
        await addPerson(scene.deps, `taker_${n}`),
      ];
      const { ulid, code } = await makeVoucher(scene.deps, giver, AMOUNT_MINOR);
      const send = async (person: Person, path: string, body: object): Promise<unknown> => {
        const key = `crash-${n}-${path.replaceAll('/', '.')}`;
        const answer = await server.send({ token: person.token, path, body, key });
        expect(answer.status, JSON.stringify(answer.body)).toBe(200);
        return answer.body['data'];
      };
      const voucher = { voucher_id: ulid };
      await send(giver, '/vouchers/payment/wallet', { ...voucher, amount: 1000, currency: 'NGN' });
      const parts = await send(giver, '/vouchers/split', { ...voucher, split_amount: 400 });
      const [, rest] = parts as { ulid: string }[];
      await send(taker, '/vouchers/redeem', { code });
      await send(giver, `/vouchers/${rest?.ulid}/cancel`, {});
      const wallets = await Promise.all(
        [giver, taker].map(({ userId }) => listBalances(scene.deps.db, userId, new Date())),
      );
      expect(wallets.map(({ NGN }) => NGN?.amount)).toEqual([5000 - 1000 - 100 + 600, 400]);
    };
    await Promise.all(Array.from({ length: PAIRS }, (_, n) => play(n)));
    expect(server.deathCount).toBe(DEATHS.length);
  });
});
