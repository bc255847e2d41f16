import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';

import { SHARE_PENDING_MS } from '../../contract/constants.ts';
import { dateOf } from '../../server/clock.ts';
import { users } from '../../server/db/schema/accounts.ts';
import { pointsEntries } from '../../server/db/schema/rewards.ts';
import { voucherSharers } from '../../server/db/schema/giveaways.ts';
import { vouchers } from '../../server/db/schema/vouchers.ts';
import { listBalances } from '../../server/wallet/list-balances.ts';
import { recordArrival, settleAllArrivals } from '../../server/giveaways/sharing/arrivals.ts';
import { drawLottery } from '../../server/giveaways/lottery/draw-lottery.ts';
import { expireVoucher } from '../../server/vouchers/by-purpose/end-voucher.ts';
import { addPerson, nairaOf, type Person } from '../fixtures/api/people.ts';
import { recordViews } from '../../server/giveaways/views/record-views.ts';
import { submitGuess } from '../../server/giveaways/guess/submit-guess.ts';
import { tally } from './payment-voucher-scene.ts';
import {
  addCreator,
  addPeople,
  CODE,
  drawnAt,
  openGiveaway,
  postGiveaway,
  PRIZE_MINOR,
  setUpScene,
} from './scene.ts';
import { TRUST, type Viewer } from '../../server/giveaways/views/viewer.ts';

const VIEWERS = 120;
const NODES = 6;
/** How often right guesses meet a deadline, which each time is a little later. */
const MEETINGS = 10;

const scene = setUpScene();
let creator: Person;

beforeAll(async () => {
  creator = await addCreator(scene.deps, 'creator', 17);
});

const rowOf = async (ulid: string) => {
  const [row] = await scene.deps.db.select().from(vouchers).where(eq(vouchers.ulid, ulid));
  if (!row) throw new Error(`no voucher ${ulid}`);
  return row;
};

const submit = (person: Person, ulid: string, code: string) =>
  submitGuess(scene.deps, {
    caller: {
      userId: person.userId,
      sessionId: 0,
      username: person.username,
      emailVerified: true,
      isPremium: false,
    },
    body: { voucher_id: ulid, code },
    origin: { deviceId: undefined, network: 'stress' },
    requestKey: undefined,
  }).then(
    ({ status }) => status,
    (error: { code?: string; message: string }) => error.code ?? error.message,
  );

/** Proven devices that share a network. */
const viewerOf = (index: number): Viewer => ({
  key: `d:${index}`,
  trust: TRUST.full,
  network: 'one',
});

describe('views from several nodes at once', () => {
  it('count each viewer once on each voucher, while people guess, and open a digit once', async () => {
    const ulids = [
      await postGiveaway(scene.deps, creator),
      await postGiveaway(scene.deps, creator),
    ];
    const rows = await Promise.all(ulids.map(rowOf));
    for (const { id } of rows) {
      await scene.deps.db
        .update(vouchers)
        .set({ secondRevealViews: VIEWERS - 1 })
        .where(eq(vouchers.id, id));
    }
    const guessers = await addPeople(scene.deps, 'viewer', 20);
    const batches = Array.from({ length: NODES }, (_, node) =>
      Array.from({ length: VIEWERS }, (_, viewer) =>
        rows.map(({ id }) => ({ voucherId: id, viewer: viewerOf(viewer) })),
      )
        .flat()
        // Each node has seen the same viewers, in an order of its own.
        .toSorted(
          (a, b) =>
            ((a.voucherId * 7 + a.viewer.key.length * node) % 5) -
            ((b.voucherId * 7 + b.viewer.key.length * node) % 5),
        ),
    );
    const now = dateOf(scene.deps.clock);
    await Promise.all([
      ...batches.map((views) => recordViews(scene.deps.db, scene.deps.secrets, views, now)),
      ...guessers.map((person, index) => submit(person, ulids[index % 2] ?? '', '0000000000000')),
    ]);
    await scene.deps.guessCounts.flush();
    for (const ulid of ulids) {
      const row = await rowOf(ulid);
      expect(row).toMatchObject({ views: VIEWERS, revealsDone: 1, guessCount: 10 });
      expect(row.maskedCode.split('*')).toHaveLength(2);
    }
  });
});

describe('one person with many requests at once', () => {
  it('has one guess accepted; the others wait', async () => {
    const ulid = await postGiveaway(scene.deps, creator);
    const person = await addPerson(scene.deps, 'hasty');
    const codes = Array.from({ length: 20 }, (_, index) => String(index).padStart(13, '0'));
    expect(tally(await Promise.all(codes.map((code) => submit(person, ulid, code))))).toEqual({
      422: 1,
      wait: 19,
    });
    await scene.deps.guessCounts.flush();
    expect((await rowOf(ulid)).guessCount).toBe(1);
  });

  it('has the same wrong guess answered alike, and counted once', async () => {
    const ulid = await postGiveaway(scene.deps, creator);
    const person = await addPerson(scene.deps, 'repeating');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => submit(person, ulid, '0000000000000')),
    );
    expect(tally(answers)).toEqual({ 422: 20 });
    await scene.deps.guessCounts.flush();
    expect((await rowOf(ulid)).guessCount).toBe(1);
  });
});

describe('arrivals through one link at once', () => {
  it('are all counted, and paid for once', async () => {
    const { id, creatorId } = await rowOf(await postGiveaway(scene.deps, creator));
    const sharer = await addPerson(scene.deps, 'sharer');
    const [account] = await scene.deps.db.select().from(users).where(eq(users.id, sharer.userId));
    const referralCode = account?.referralCode ?? '';
    const arrivals = Array.from({ length: 60 }, (_, index) =>
      recordArrival(
        scene.deps.db,
        {
          voucherId: id,
          creatorId,
          referralCode,
          viewer: viewerOf(index % 30),
          callerId: undefined,
          deviceId: undefined,
        },
        dateOf(scene.deps.clock),
      ),
    );
    await Promise.all(arrivals);
    // A day later, by two nodes at once.
    const nextDay = new Date(scene.deps.clock.now() + SHARE_PENDING_MS);
    const settle = () => settleAllArrivals(scene.deps.db, 'overdue', nextDay);
    await Promise.all([settle(), settle()]);
    const [counted] = await scene.deps.db
      .select()
      .from(voucherSharers)
      .where(eq(voucherSharers.userId, sharer.userId));
    expect(counted?.referralCount).toBe(30);
    expect(await scene.deps.db.$count(pointsEntries, eq(pointsEntries.userId, sharer.userId))).toBe(
      1,
    );
  });
});

describe('two who come through each other’s links at the same moment', () => {
  it('are a loop, and nobody’s visitors', async () => {
    const { id, creatorId } = await rowOf(await postGiveaway(scene.deps, creator));
    const people = await addPeople(scene.deps, 'mutual', 40);
    const known = await scene.deps.db.select().from(users);
    const codeOf = (person: Person) =>
      known.find((user) => user.id === person.userId)?.referralCode ?? '';
    const visit = (sharer: Person, { userId: callerId }: Person) =>
      recordArrival(
        scene.deps.db,
        {
          voucherId: id,
          creatorId,
          referralCode: codeOf(sharer),
          viewer: { key: `u:${callerId}`, trust: TRUST.full, network: 'one' },
          callerId,
          deviceId: undefined,
        },
        dateOf(scene.deps.clock),
      );
    for (let n = 0; n < people.length; n += 2) {
      const [one, other] = people.slice(n, n + 2);
      if (one && other) await Promise.all([visit(one, other), visit(other, one)]);
    }
    const counted = await scene.deps.db
      .select({ count: voucherSharers.referralCount })
      .from(voucherSharers)
      .where(eq(voucherSharers.voucherId, id));
    expect(counted.filter(({ count }) => count > 0)).toEqual([]);
  });
});

describe('a lottery', () => {
  it('is drawn once by several nodes, and pays everyone whose entry was accepted', async () => {
    const { deps } = scene;
    const closes = new Date(deps.clock.now() + 3_600_000);
    const { ulid, id } = await openGiveaway(deps, creator, drawnAt(closes));
    const entrants = await addPeople(deps, 'entrant', 30);
    const later = { ...deps, clock: { now: () => closes.getTime() } };
    // The draw meets the last entries: an entry accepted before it has a share, one after it is refused.
    const early = await Promise.all(
      entrants.slice(0, 10).map((person) => submit(person, ulid, CODE)),
    );
    const [late] = await Promise.all([
      Promise.all(entrants.slice(10).map((person) => submit(person, ulid, CODE))),
      ...Array.from({ length: 4 }, () => drawLottery(later, id)),
    ]);
    expect(tally(early)).toEqual({ 200: 10 });
    const answers = [...early, ...late];
    const accepted = answers.filter((answer) => answer === 200).length;
    expect(
      answers
        .filter((answer) => answer !== 200)
        .every((answer) => answer === 'entries_closed' || answer === 'voucher_used'),
    ).toBe(true);
    const held = await Promise.all(
      entrants.map(({ userId }) => listBalances(deps.db, userId, new Date())),
    );
    const paidMinor = held.map((wallets) => Math.round((wallets['NGN']?.amount ?? 0) * 100));
    expect(paidMinor.filter((amount) => amount > 0)).toHaveLength(accepted);
    expect(paidMinor.reduce((sum, amount) => sum + amount, 0)).toBe(Number(PRIZE_MINOR));
    expect((await rowOf(ulid)).status).toBe('completed');
  });
});

describe('right guesses that meet the deadline', () => {
  it('win once, or the prize is back with its creator', async () => {
    const { deps } = scene;
    const deadline = new Date(deps.clock.now() + 3_600_000);
    const later = { ...deps, clock: { now: () => deadline.getTime() } };
    const people = await addPeople(deps, 'last', 3);
    for (let n = 0; n < MEETINGS; n += 1) {
      const ulid = await postGiveaway(deps, creator);
      const { id } = await rowOf(ulid);
      await deps.db.update(vouchers).set({ expiresAt: deadline }).where(eq(vouchers.id, id));
      const before = await Promise.all([creator, ...people].map((person) => nairaOf(deps, person)));
      const end = async (): Promise<void> => {
        // A guess asks a few questions before it locks the voucher: as many as that, more, or fewer.
        for (let asked = 0; asked < n; asked += 1) await rowOf(ulid);
        await Promise.all([expireVoucher(later, id), expireVoucher(later, id)]);
      };
      await Promise.all([...people.map((person) => submit(person, ulid, CODE)), end()]);
      const { status, winnerId, guessCount } = await rowOf(ulid);
      const after = await Promise.all([creator, ...people].map((person) => nairaOf(deps, person)));
      const winner = winnerId === null ? creator : people.find((one) => one.userId === winnerId);
      expect({ status, guessCount }).toEqual({
        status: 'completed',
        guessCount: winnerId === null ? 0 : 1,
      });
      expect(after.map((amount, index) => amount - (before[index] ?? 0))).toEqual(
        [creator, ...people].map((one) => (one === winner ? 10_000 : 0)),
      );
    }
  });
});
