import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';

import { IDEMPOTENCY_MAX_KEYS, RELEASE_CODE_TRIES } from '../../contract/constants.ts';
import { voucherReleases, vouchers } from '../../server/db/schema/vouchers.ts';
import { inTransaction } from '../../server/db/transaction.ts';
import { lockVoucher } from '../../server/vouchers/voucher-row.ts';
import { redeemVoucher } from '../../server/payment-vouchers/redeem-voucher.ts';
import { cancelVoucher, expireVoucher } from '../../server/vouchers/by-purpose/end-voucher.ts';
import { splitVoucher } from '../../server/payment-vouchers/split-voucher.ts';
import { addPerson, keyOf, nairaOf, type Person } from '../fixtures/api/people.ts';
import { setUpServers } from './mortal-server.ts';
import { openVoucher, outcomeOf, redeemAs, tally, type Made } from './payment-voucher-scene.ts';
import { addPeople, setUpScene } from './scene.ts';

const PEOPLE = 100;
const AMOUNT_MINOR = 100_000n;
/** How often two things meet: each time one of them is a little earlier. */
const MEETINGS = 12;

const scene = setUpScene();
const startServer = setUpServers(scene);
let creator: Person;
let people: Person[];

beforeAll(async () => {
  creator = await addPerson(scene.deps, 'creator', { walletMinor: 100_000_000n });
  people = await addPeople(scene.deps, 'redeemer', PEOPLE);
});

const rowOf = async (ulid: string) => {
  const [row] = await scene.deps.db.select().from(vouchers).where(eq(vouchers.ulid, ulid));
  if (!row) throw new Error(`no voucher ${ulid}`);
  return row;
};
const open = (expiresAt?: Date): Promise<Made> =>
  openVoucher(scene.deps, creator, AMOUNT_MINOR, expiresAt);

describe(`${PEOPLE} people with the same code at the same moment`, () => {
  it('are paid once over two servers, one of which is killed meanwhile', async () => {
    const { code } = await open();
    const before = await Promise.all(people.map((person) => nairaOf(scene.deps, person)));
    const servers = await Promise.all([startServer([1]), startServer()]);
    const answers = await Promise.all(
      people.map(({ token }, index) => {
        const call = { token, path: '/vouchers/redeem', body: { code }, key: 'redeem-race' };
        return (servers[index % 2] ?? servers[0]).send(call);
      }),
    );
    expect(servers[0]?.deathCount).toBe(1);
    expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 1, 409: PEOPLE - 1 });
    const after = await Promise.all(people.map((person) => nairaOf(scene.deps, person)));
    expect(after.map((amount, index) => amount - (before[index] ?? 0))).toEqual(
      answers.map(({ status }) => (status === 200 ? 1000 : 0)),
    );
  });
});

describe('wrong release codes', () => {
  const TRIES = 20;
  const redeemer = (): Person => people[0] ?? creator;

  /** A voucher whose release code was sent, and no six digits are. */
  async function openReleased(): Promise<Made> {
    const { db } = scene.deps;
    const made = await open();
    await db.update(vouchers).set({ enable2fa: true }).where(eq(vouchers.id, made.id));
    await redeemAs(scene.deps, redeemer(), made.code);
    await db.update(voucherReleases).set({ codeHash: 'of no code' });
    return made;
  }
  const tryCode = ({ code }: Made, n: number, key: string): Promise<string> =>
    outcomeOf(
      redeemVoucher(scene.deps, {
        caller: { ...redeemer(), sessionId: redeemer().userId },
        address: '::1',
        body: { code, otp: String(n).padStart(6, '0') },
        requestKey: { ...keyOf(redeemer(), `${key}-${n}`), key },
      }),
    );
  const triesOf = async ({ id }: Made): Promise<number | undefined> => {
    const [release] = await scene.deps.db
      .select({ tries: voucherReleases.tries })
      .from(voucherReleases)
      .where(eq(voucherReleases.voucherId, id));
    return release?.tries;
  };

  it('that come at once under one key are counted all the same, up to five', async () => {
    const made = await openReleased();
    // None is answered before all have come.
    const [trying] = await inTransaction(scene.deps.db, async (tx) => {
      await lockVoucher(tx, { id: made.id });
      const tries = Array.from({ length: TRIES }, (_, n) => tryCode(made, n, 'release-race'));
      await expect.poll(() => triesOf(made)).toBe(RELEASE_CODE_TRIES);
      return [Promise.all(tries)];
    });
    const outcomes = await trying;
    expect(tally(outcomes)).toEqual({ done: 1, idempotency_key_reused: TRIES - 1 });
    expect(await triesOf(made)).toBe(RELEASE_CODE_TRIES);
  });

  it('are counted also where there is no room for their answers', async () => {
    const made = await openReleased();
    const { userId } = redeemer();
    await scene.deps.db.execute(sql`
      insert into idempotency_keys (user_id, key, request_hash, status, answer, created_at)
      select ${userId}::int, 'full-' || n, '', 200, '{}', now()
      from generate_series(1, ${IDEMPOTENCY_MAX_KEYS}::int) n`);
    expect(await tryCode(made, 1, 'no-room-for-it')).toBe('too_many_requests');
    expect(await triesOf(made)).toBe(1);
  });
});

describe('a redeem that meets something else', () => {
  const redeemer = (): Person => people[0] ?? creator;

  it('a split: the code pays the whole, or the first part of it', async () => {
    const { deps } = scene;
    for (let n = 0; n < MEETINGS; n += 1) {
      const { ulid, code } = await open();
      const before = await nairaOf(scene.deps, redeemer());
      const split = () =>
        splitVoucher(deps, {
          userId: creator.userId,
          body: { voucher_id: ulid, split_amount: 400 },
          requestKey: undefined,
        });
      const redeem = () => redeemAs(deps, redeemer(), code);
      const order = n % 2 === 0 ? [split, redeem] : [redeem, split];
      const outcomes = await Promise.all(order.map((start) => outcomeOf(start())));
      const [splitting, redeeming] = n % 2 === 0 ? outcomes : outcomes.toReversed();
      const gained = (await nairaOf(scene.deps, redeemer())) - before;
      expect(redeeming).toBe('done');
      expect([splitting, gained]).toEqual(
        splitting === 'done' ? ['done', 400] : ['voucher_used', 1000],
      );
    }
  });

  it('a cancellation, or its deadline: exactly one of them happens', async () => {
    const { deps } = scene;
    for (let n = 0; n < MEETINGS; n += 1) {
      const deadline = new Date(deps.clock.now() + 60_000);
      const { id, ulid, code } = await open(deadline);
      const [held, kept] = [
        await nairaOf(scene.deps, redeemer()),
        await nairaOf(scene.deps, creator),
      ];
      const later = { ...deps, clock: { now: () => deadline.getTime() } };
      const back = () =>
        n % 3 === 0
          ? expireVoucher(later, id)
          : cancelVoucher(deps, { voucher: ulid, userId: creator.userId, requestKey: undefined });
      const redeem = () => redeemAs(deps, redeemer(), code);
      await Promise.all(
        (n % 2 === 0 ? [back, redeem] : [redeem, back]).map((start) => outcomeOf(start())),
      );
      const { status } = await rowOf(ulid);
      expect(['used', 'cancelled', 'expired']).toContain(status);
      expect([await nairaOf(scene.deps, redeemer()), await nairaOf(scene.deps, creator)]).toEqual(
        status === 'used' ? [held + 1000, kept] : [held, kept + 1000],
      );
    }
  });

  it('many splits at once: the parts are what was there', async () => {
    const { deps } = scene;
    const { ulid } = await open();
    const before = await deps.db.$count(vouchers);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () =>
        outcomeOf(
          splitVoucher(deps, {
            userId: creator.userId,
            body: { voucher_id: ulid, split_amount: 500 },
            requestKey: undefined,
          }),
        ),
      ),
    );
    // After the first one only 500 are left, which cannot be split at 500 again.
    expect(tally(outcomes)).toEqual({ done: 1, split_too_large: 19 });
    expect(await deps.db.$count(vouchers)).toBe(before + 1);
  });
});
