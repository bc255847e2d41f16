import { describe, expect, it } from 'vitest';

import type {
  CoinHistoryAnswer,
  DashboardAnswer,
  LeaderboardAnswer,
  OwnGuessesAnswer,
  ReferralsAnswer,
} from '../../../contract/rewards/rewards.ts';
import type { FollowedAnswer } from '../../../contract/vouchers.ts';
import { REWARDS_PAGE_SIZE } from '../../../contract/constants.ts';
import type { CoinReason } from '../../../contract/rewards/reasons.ts';
import { createAccount } from '../../../server/accounts/sign-up.ts';
import { setUserRegion } from '../../../server/accounts/users.ts';
import { dateOf } from '../../../server/clock.ts';
import { inTransaction } from '../../../server/db/transaction.ts';
import { checkBooks } from '../../../server/ledger/check-books.ts';
import { drawLottery } from '../../../server/giveaways/lottery/draw-lottery.ts';
import {
  foldStandings,
  sweepBoards,
  LEADERBOARD_SIZE,
} from '../../../server/rewards/leaderboard.ts';
import { movePoints } from '../../../server/rewards/points.ts';
import { PASSWORD, signUp } from '../../fixtures/api/accounts.ts';
import {
  guess,
  lotteryFields,
  openGiveaway,
  soon,
  wrongCode,
} from '../../fixtures/api/giveaways.ts';
import { addPerson, type Person } from '../../fixtures/api/people.ts';
import { giveCoins, read, referralCodeOf } from '../../fixtures/api/players.ts';
import { setUpApp, setUpPeople } from '../../fixtures/api/set-up.ts';
import { addSharers, settleShares } from '../../fixtures/api/sharers.ts';
import { provenDevice } from '../../fixtures/api/devices.ts';
import { HOUR_MS } from '../../../contract/durations.ts';

const WEEK_MS = 7 * 24 * HOUR_MS;

const test = setUpApp();
const { ada, kofi } = setUpPeople(test, {
  ada: { walletMinor: 10_000_000n },
  kofi: { region: 'ghana' },
});

let occasions = 0;

/** Coins for something that happened once. */
const earn = (person: Pick<Person, 'userId'>, times = 1, reason: CoinReason = 'share') =>
  inTransaction(test.deps.db, async (tx) => {
    for (let n = 0; n < times; n += 1) {
      occasions += 1;
      await movePoints(tx, {
        userId: person.userId,
        delta: 50,
        reason,
        reference: `${reason}:0:${occasions}`,
        now: dateOf(test.deps.clock),
      });
    }
  });

/** Begins a period in which nobody has earned anything. */
const nextWeek = (): void => test.clock.advance(WEEK_MS);

describe('the leaderboard', () => {
  it('ranks by coins earned, equal ones alike, before and after they are added up', async () => {
    nextWeek();
    // One after the other: equal ones are ranked by who came first.
    const first = await addPerson(test.deps, `one_${test.round}`);
    const second = await addPerson(test.deps, `two_${test.round}`);
    const third = await addPerson(test.deps, `three_${test.round}`);
    await earn(first, 3);
    await earn(second, 1);
    await foldStandings(test.deps.db);
    await earn(second, 2, 'referral_signup');
    await earn(third, 1);
    // Neither what was planted nor what is spent counts.
    await giveCoins(test, third, 5_000);

    const expected = [
      { username: first.username, rank: 1, points: 150, shares: 3 },
      { username: second.username, rank: 1, points: 150, shares: 1 },
      { username: third.username, rank: 3, points: 50, shares: 1 },
    ];
    const answer = await read<LeaderboardAnswer>(test, '/leaderboard?period=week', third);
    expect(answer.data).toMatchObject(expected);
    expect(answer.me).toMatchObject({ rank: 3, points: 50 });
    expect(answer.people).toBe(3);

    await foldStandings(test.deps.db);
    expect(await read<LeaderboardAnswer>(test, '/leaderboard', third)).toEqual(answer);
    expect((await read<LeaderboardAnswer>(test, '/leaderboard', ada)).me).toBeNull();
  });

  it('has no place for whose account was deleted, who takes nobody’s rank', async () => {
    nextWeek();
    const gone = await signUp(test);
    const [one, other] = [await addPerson(test.deps, `stays_${test.round}`), kofi];
    await earn({ userId: gone.id }, 3);
    await earn(one, 2);
    await earn(other);
    await foldStandings(test.deps.db);
    const body = { password: PASSWORD };
    const removed = await test.call('DELETE', '/user', { token: gone.token, body });
    expect(removed.status, removed.text).toBe(200);
    // As when an arrival is confirmed late.
    await earn({ userId: gone.id });
    for (const query of ['', '?region=nigeria']) {
      const { data, me, people } = await read<LeaderboardAnswer>(test, `/leaderboard${query}`, one);
      expect(data[0]).toMatchObject({ rank: 1, username: one.username });
      expect([me?.rank, people]).toEqual([1, query === '' ? 2 : 1]);
    }
    const lines = await checkBooks(test.deps.db);
    const boards = lines.filter(({ name }) => /leaderboard|ranks/.test(name));
    expect(
      boards.map(({ broken }) => broken.filter((line) => line.includes(` ${gone.id} `))),
    ).toEqual([[], [], []]);
  });

  it('names the first fifty and tells everybody their rank', async () => {
    nextWeek();
    const last = await addPerson(test.deps, `last_${test.round}`);
    for (let n = 0; n <= LEADERBOARD_SIZE; n += 1)
      await earn(await addPerson(test.deps, `p${n}_${test.round}`), 2);
    await earn(last);
    const { data, me, people } = await read<LeaderboardAnswer>(test, '/leaderboard', last);
    expect(data).toHaveLength(LEADERBOARD_SIZE);
    expect(me).toMatchObject({ username: last.username, rank: LEADERBOARD_SIZE + 2 });
    expect(people).toBe(LEADERBOARD_SIZE + 2);
  });

  it('counts coins where their owner lived when they were earned', async () => {
    nextWeek();
    await earn(kofi, 2);
    await setUserRegion(test.deps.db, kofi.userId, 'kenya');
    await earn(kofi);
    const pointsIn = async (query: string) =>
      (await read<LeaderboardAnswer>(test, `/leaderboard?${query}`, kofi)).me?.points;
    expect(await pointsIn('region=ghana')).toBe(100);
    expect(await pointsIn('region=kenya')).toBe(50);
    expect(await pointsIn('region=nigeria')).toBeUndefined();
    expect(await pointsIn('')).toBe(150);
  });

  it('begins anew each week, and forgets those that are over', async () => {
    nextWeek();
    await earn(ada);
    await foldStandings(test.deps.db);
    nextWeek();
    expect((await read<LeaderboardAnswer>(test, '/leaderboard?period=week', ada)).me).toBeNull();
    expect((await read<LeaderboardAnswer>(test, '/leaderboard?period=all', ada)).me?.points).toBe(
      50,
    );
    await sweepBoards(test.deps.db, dateOf(test.deps.clock));
    const { rows } = await test.deps.database.executeSql(
      `select distinct board from coin_totals where board like '%W%' union select board from coin_standings where board like '%W%'`,
    );
    expect(rows).toEqual([]);
    expect((await read<LeaderboardAnswer>(test, '/leaderboard?period=all', ada)).me?.points).toBe(
      50,
    );
  });

  it('counts a win for its winner', async () => {
    nextWeek();
    const player = await addPerson(test.deps, `player_${test.round}`);
    const voucher = await openGiveaway(test, ada);
    await guess(test, player, voucher.ulid, voucher.code);
    await earn(player);
    expect((await read<LeaderboardAnswer>(test, '/leaderboard', player)).me).toMatchObject({
      wins: 1,
    });
  });
});

describe('coins', () => {
  it('are listed with their reasons, newest first, a page at a time', async () => {
    const voucher = await openGiveaway(test, ada);
    const [sharer] = await addSharers(test, voucher.ulid, [`sharer_${test.round}`]);
    if (!sharer) throw new Error('a sharer is missing');
    await earn(sharer, REWARDS_PAGE_SIZE, 'referral_signup');
    const first = await read<CoinHistoryAnswer>(test, '/points/history', sharer);
    expect(first.data).toHaveLength(REWARDS_PAGE_SIZE);
    expect(first.points).toBe(50 * (REWARDS_PAGE_SIZE + 1));
    const second = await read<CoinHistoryAnswer>(
      test,
      `/points/history?cursor=${first.next_cursor}`,
      sharer,
    );
    expect(second.data).toMatchObject([{ delta: 50, reason: 'share', voucher_ulid: voucher.ulid }]);
    expect(second.next_cursor).toBeNull();
    expect((await read<CoinHistoryAnswer>(test, '/points/history', kofi)).data).toEqual([]);
  });
});

describe('referrals', () => {
  it('tell who joined and what visitors came, pending and confirmed', async () => {
    const coinsOnTheWay = async (): Promise<number> =>
      (await read<FollowedAnswer>(test, '/vouchers/followed', kofi)).coins_pending;
    const code = await referralCodeOf(test, kofi);
    const now = dateOf(test.deps.clock);
    const name = `joined_${test.round}`;
    await createAccount(
      test.deps.db,
      {
        username: name,
        email: `${name}@goodies.test`,
        passwordHash: 'no password has this hash',
        region: 'kenya',
        referralCode: code,
      },
      now,
    );
    const voucher = await openGiveaway(test, ada);
    await test.call('GET', `/vouchers/${voucher.ulid}?referral_code=${code}`, {
      headers: provenDevice(test.deps, `visitor-of-referrals-${test.round}-0000`),
    });
    const before = await read<ReferralsAnswer>(test, '/referrals', kofi);
    expect(before).toMatchObject({
      referral_code: code,
      total_points: 0,
      shares: 0,
      joined: 0,
      pending_visitors: 1,
      pending_joined: 1,
      data: [{ username: name, state: 'pending', coins: 0 }],
      vouchers: [{ voucher: { ulid: voucher.ulid }, confirmed: 0, pending: 1, coins: 0 }],
    });
    expect(await coinsOnTheWay()).toBe(50);
    expect(before.link).toContain(`/signup?ref=${code}`);

    await settleShares(test);
    expect(await read<ReferralsAnswer>(test, '/referrals', kofi)).toMatchObject({
      total_points: 50,
      shares: 1,
      pending_visitors: 0,
      vouchers: [{ confirmed: 1, pending: 0, coins: 50 }],
    });
    expect(await coinsOnTheWay()).toBe(0);
    expect((await read<ReferralsAnswer>(test, '/referrals', ada)).vouchers).toEqual([]);
  });

  it('wait neither for whom they were paid for nor for whoever is gone', async () => {
    const referralCode = await referralCodeOf(test, ada);
    const paid = await signUp(test, { referralCode });
    const gone = await signUp(test, { referralCode, verified: false });
    const pending = async (): Promise<number> =>
      (await read<ReferralsAnswer>(test, '/referrals', ada)).pending_joined;
    expect(await pending()).toBe(1);
    const password = { password: PASSWORD };
    const moved = { ...password, email: `moved_${paid.email}` };
    expect((await test.call('PATCH', '/user', { token: paid.token, body: moved })).status).toBe(
      200,
    );
    expect(await pending()).toBe(1);
    const left = await test.call('DELETE', '/user', { token: gone.token, body: password });
    expect(left.status, left.text).toBe(200);
    expect(await read<ReferralsAnswer>(test, '/referrals', ada)).toMatchObject({
      joined: 1,
      pending_joined: 0,
      data: [{ username: paid.username, state: 'confirmed' }],
    });
  });
});

describe('guesses and the dashboard', () => {
  it('keep what is correct in a lottery to themselves until it is drawn', async () => {
    const closes = soon(test);
    const voucher = await openGiveaway(test, ada, lotteryFields(test));
    await giveCoins(test, kofi, 50);
    const first = await guess(test, kofi, voucher.ulid, wrongCode(voucher.code));
    const second = await guess(test, kofi, voucher.ulid, voucher.code);
    const results = async () =>
      (await read<OwnGuessesAnswer>(test, '/guesses', kofi)).data.map(({ result }) => result);
    expect(await results()).toEqual(['entered', 'entered']);

    const { data } = await read<DashboardAnswer>(test, '/dashboard', kofi);
    expect(data).toMatchObject({
      points: 0,
      wins: 0,
      guesses: 2,
      entries: 2,
      vouchers: { pending: 0, active: 0, ended: 0 },
      recent: [
        { guess_number: second.body['guess_number'], is_lottery: true },
        { guess_number: first.body['guess_number'] },
      ],
      next: [{ kind: 'draw', is_own: false, at: closes, voucher: { ulid: voucher.ulid } }],
    });
    const own = await read<DashboardAnswer>(test, '/dashboard', ada);
    expect(own.data).toMatchObject({ vouchers: { active: 1 }, next: [{ is_own: true }] });

    test.clock.advance(2 * HOUR_MS);
    await drawLottery(test.deps, voucher.id);
    expect(await results()).toEqual(['won', 'lost']);
    const after = await read<DashboardAnswer>(test, '/dashboard', kofi);
    expect(after.data).toMatchObject({ wins: 1, next: [], wallets: { NGN: { amount: 1_000 } } });
  });

  it('tell right from wrong where that was said', async () => {
    const voucher = await openGiveaway(test, ada);
    await guess(test, kofi, voucher.ulid, wrongCode(voucher.code));
    const { data } = await read<OwnGuessesAnswer>(test, '/guesses', kofi);
    expect(data).toMatchObject([
      { result: 'wrong', code: wrongCode(voucher.code), voucher: { ulid: voucher.ulid } },
    ]);
    expect((await read<OwnGuessesAnswer>(test, '/guesses', ada)).data).toEqual([]);
  });
});
