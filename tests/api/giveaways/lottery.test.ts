import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { HOUR_MS } from '../../../contract/durations.ts';
import { vouchers } from '../../../server/db/schema/vouchers.ts';
import { drawLottery } from '../../../server/giveaways/lottery/draw-lottery.ts';
import { sweepVouchers } from '../../../server/vouchers/by-purpose/jobs.ts';
import { PASSWORD } from '../../fixtures/api/accounts.ts';
import {
  guess,
  openGiveaway,
  payFor,
  postGiveaway,
  wrongCode,
  type Giveaway,
  lotteryFields,
  timedFields,
} from '../../fixtures/api/giveaways.ts';
import type { Person } from '../../fixtures/api/people.ts';
import {
  coinsOf,
  detailFor,
  expectFailure,
  giveCoins,
  walletOf,
} from '../../fixtures/api/players.ts';
import { setUpPeople, setUpApp } from '../../fixtures/api/set-up.ts';

const test = setUpApp();
const { ada, kofi, wanjiru } = setUpPeople(test, {
  ada: { walletMinor: 1_000_000n },
  kofi: {},
  wanjiru: {},
});

const openLottery = (amount = '1000'): Promise<Giveaway> =>
  openGiveaway(test, ada, { ...lotteryFields(test), amount });

async function leave({ token }: Person): Promise<void> {
  const gone = await test.call('DELETE', '/user', { token, body: { password: PASSWORD } });
  expect(gone.status, gone.text).toBe(200);
}

describe('a lottery', () => {
  it('takes a free entry, then entries for 50 coins, without a wait and without telling', async () => {
    const { ulid, code } = await openLottery();
    await giveCoins(test, kofi, 60);
    const first = await guess(test, kofi, ulid, code);
    expect(first.body).toMatchObject({
      result: 'entered',
      entries: 1,
      remaining_points: 60,
    });
    const second = await guess(test, kofi, ulid, wrongCode(code));
    expect(second.body).toMatchObject({
      result: 'entered',
      entries: 2,
      remaining_points: 10,
    });
    expect(second.body['guess_number']).toBeGreaterThan(Number(first.body['guess_number']));
    const third = await guess(test, kofi, ulid, wrongCode(code, 2));
    expectFailure(third, 422, 'not_enough_points');
    expect(await detailFor(test, kofi, ulid)).toMatchObject({
      my_entries: 2,
      entry_cost: 50,
      entries_count: 2,
      status: 'active',
    });
    expect(await coinsOf(test, kofi)).toBe(10);
    // One's own digits are one's own to see; the others read them with the voucher's places hidden.
    const mine = await detailFor(test, kofi, ulid);
    expect(mine.own_entries).toMatchObject([
      { number: 2, code: wrongCode(code) },
      { number: 1, code },
    ]);
    for (const person of [undefined, ada, wanjiru]) {
      const other = await detailFor(test, person, ulid);
      expect(other).toMatchObject({ my_entries: 0, entries_count: 2 });
      expect(other.own_entries).toBeUndefined();
    }
    const polled = await test.call('GET', `/vouchers/${ulid}/views`);
    expect(polled.body).toMatchObject({ entries_count: 2 });
  });

  it('takes no coins for an entry that was said to be free, and knows it again at any price', async () => {
    const { ulid, code } = await openLottery();
    await giveCoins(test, kofi, 50);
    const before = await coinsOf(test, kofi);
    const free = { entryCost: 0, key: 'entered-free' };
    expect((await guess(test, kofi, ulid, code, free)).status).toBe(200);
    // Another device shows the price of before.
    const refused = await guess(test, kofi, ulid, wrongCode(code), { entryCost: 0 });
    expectFailure(
      refused,
      409,
      'price_changed',
      'Your free entry is used. This one costs 50 coins.',
    );
    expect(await coinsOf(test, kofi)).toBe(before);
    const again = await guess(test, kofi, ulid, code, { ...free, entryCost: 50 });
    expect(again.body).toMatchObject({ result: 'entered', entries: 1 });
    const paid = await guess(test, kofi, ulid, wrongCode(code), { entryCost: 50 });
    expect(paid.body).toMatchObject({ entries: 2, remaining_points: before - 50 });
  });

  it('refuses the same code twice, and more than 20 entries', async () => {
    const { ulid, code } = await openLottery();
    await giveCoins(test, kofi, 2000);
    await guess(test, kofi, ulid, code);
    const twice = await guess(test, kofi, ulid, code);
    expectFailure(twice, 422, 'duplicate_entry');
    for (let entry = 2; entry <= 20; entry += 1) {
      expect((await guess(test, kofi, ulid, wrongCode(code, entry))).status).toBe(200);
    }
    const tooMany = await guess(test, kofi, ulid, wrongCode(code, 21));
    expectFailure(tooMany, 422, 'entries_exhausted', 'You have used all 20 entries');
    expect(await detailFor(test, kofi, ulid)).toMatchObject({ my_entries: 20, can_guess: false });
    expect(await coinsOf(test, kofi)).toBe(2000 - 19 * 50);
  });

  it('is closed after its closing time', async () => {
    const { ulid, code } = await openLottery();
    test.clock.advance(3_600_000);
    expectFailure(await guess(test, kofi, ulid, code), 409, 'entries_closed');
  });
});

describe('the draw', () => {
  it('shares the prize among everyone with a correct entry, remainder to the earliest', async () => {
    const { id, ulid, code } = await openLottery('100.01');
    await giveCoins(test, kofi, 50);
    await guess(test, wanjiru, ulid, code);
    await guess(test, kofi, ulid, wrongCode(code));
    await guess(test, kofi, ulid, code);
    test.clock.advance(HOUR_MS);
    await drawLottery(test.deps, id);
    await drawLottery(test.deps, id);
    expect([await walletOf(test, wanjiru), await walletOf(test, kofi)]).toEqual([50.01, 50]);
    expect(await detailFor(test, undefined, ulid)).toMatchObject({
      status: 'completed',
      code,
      winner: null,
      winning_guess_number: null,
    });
    const told = async (person: Person | undefined) => {
      const { winners_count: winners, own_share: share } = await detailFor(test, person, ulid);
      return { winners, share };
    };
    expect(await told(wanjiru)).toEqual({ winners: 2, share: 50.01 });
    expect(await told(kofi)).toEqual({ winners: 2, share: 50 });
    expect(await told(ada)).toEqual({ winners: 2, share: undefined });
    expect(await told(undefined)).toEqual({ winners: 2, share: undefined });
  });

  it('names a winner who is alone', async () => {
    const { id, ulid, code } = await openLottery();
    await guess(test, wanjiru, ulid, wrongCode(code));
    const right = await guess(test, kofi, ulid, code);
    test.clock.advance(HOUR_MS);
    await drawLottery(test.deps, id);
    expect(await walletOf(test, kofi)).toBe(1000);
    expect(await detailFor(test, undefined, ulid)).toMatchObject({
      winner: { username: kofi.username },
      winning_guess_number: right.body['guess_number'],
      winners_count: 1,
    });
  });

  it('shares among those who are still there, not with an account that was deleted', async () => {
    const { id, ulid, code } = await openLottery();
    for (const person of [kofi, wanjiru]) await guess(test, person, ulid, code);
    await leave(kofi);
    test.clock.advance(HOUR_MS);
    await drawLottery(test.deps, id);
    expect(await walletOf(test, wanjiru)).toBe(1000);
    expect(await detailFor(test, undefined, ulid)).toMatchObject({
      winner: { username: wanjiru.username },
      winners_count: 1,
    });
  });

  it('returns the prize to the creator when all who were right have left', async () => {
    const before = await walletOf(test, ada);
    const { id, ulid, code } = await openLottery();
    await guess(test, kofi, ulid, code);
    await leave(kofi);
    test.clock.advance(HOUR_MS);
    await drawLottery(test.deps, id);
    expect(await walletOf(test, ada)).toBe(before - 100);
    expect(await detailFor(test, undefined, ulid)).toMatchObject({ winners_count: 0 });
  });

  it('of one that fails keeps no other waiting', async () => {
    const [broken, whole] = [await openLottery('100'), await openLottery('100')];
    for (const { ulid, code } of [broken, whole]) await guess(test, kofi, ulid, code);
    const { db } = test.deps;
    const isBroken = eq(vouchers.id, broken.id);
    const [before] = await db.select().from(vouchers).where(isBroken);
    await db
      .update(vouchers)
      .set({ codeEncrypted: Buffer.from('of another key') })
      .where(isBroken);
    test.clock.advance(HOUR_MS);
    await sweepVouchers(test.deps);
    expect(await detailFor(test, undefined, broken.ulid)).toMatchObject({ status: 'active' });
    expect(await detailFor(test, undefined, whole.ulid)).toMatchObject({ status: 'completed' });
    await db.update(vouchers).set({ codeEncrypted: before?.codeEncrypted }).where(isBroken);
    await sweepVouchers(test.deps);
    expect(await walletOf(test, kofi)).toBe(200);
  });

  it('does not come early', async () => {
    const { id, ulid } = await openLottery();
    test.clock.advance(HOUR_MS - 1);
    await drawLottery(test.deps, id);
    await sweepVouchers(test.deps);
    const early = await detailFor(test, undefined, ulid);
    expect(early.status).toBe('active');
    expect(early.winners_count).toBeUndefined();
  });

  it('does not happen to a lottery that is paid for too late', async () => {
    const fields = lotteryFields(test);
    const { ulid } = await postGiveaway(test, ada, fields);
    test.clock.advance(HOUR_MS);
    expectFailure(await payFor(test, ada, ulid, fields), 409, 'entries_closed');
  });
});

describe('a countdown', () => {
  it('opens the leftmost digit once when it ends, by its job or the sweep', async () => {
    const { ulid, code } = await openGiveaway(test, ada, timedFields(test));
    const { masked_code: before } = await detailFor(test, undefined, ulid);
    await sweepVouchers(test.deps);
    expect((await detailFor(test, undefined, ulid)).masked_code).toBe(before);
    test.clock.advance(HOUR_MS);
    await sweepVouchers(test.deps);
    await sweepVouchers(test.deps);
    const at = before.indexOf('*');
    const opened = before.slice(0, at) + code.charAt(at) + before.slice(at + 1);
    expect((await detailFor(test, undefined, ulid)).masked_code).toBe(opened);
  });
});
