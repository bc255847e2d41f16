import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import type { PrizesAnswer, TrustAnswer } from '../../../contract/rewards/trust.ts';
import { DAY_MS, HOUR_MS } from '../../../contract/durations.ts';
import { REWARDS_PAGE_SIZE } from '../../../contract/constants.ts';
import { drawLottery } from '../../../server/giveaways/lottery/draw-lottery.ts';
import { proveBooks, PROVE_EVERY_MS } from '../../../server/trust/prove-books.ts';
import { bookProofs } from '../../../server/db/schema/operations.ts';
import { guess, lotteryFields, openGiveaway } from '../../fixtures/api/giveaways.ts';
import { addPerson } from '../../fixtures/api/people.ts';
import { setUpApp, setUpPeople } from '../../fixtures/api/set-up.ts';
import { read } from '../../fixtures/api/players.ts';

const test = setUpApp();
const { ada, kofi, esi } = setUpPeople(test, {
  ada: { walletMinor: 10_000_000n },
  kofi: { region: 'ghana' },
  esi: {},
});

describe('trust', () => {
  it('says nothing before the books were proved, and then what they add up to', async () => {
    expect((await read<TrustAnswer>(test, '/trust')).data).toBeNull();
    const won = await openGiveaway(test, ada);
    await guess(test, kofi, won.ulid, won.code);
    await openGiveaway(test, ada);
    await proveBooks(test.deps);
    const { data } = await read<TrustAnswer>(test, '/trust');
    expect(data).toMatchObject({
      proved_at: new Date(test.clock.now()).toISOString(),
      is_clean: true,
      money: [
        {
          currency: 'NGN',
          paid_in: 100_000,
          // ₦1,000 and the pool of ₦100 wait; the platform has the other pool.
          in_vouchers: 1_100,
          fees: 100,
          in_wallets: 98_800,
          paid_out: 0,
          prizes: 1_000,
        },
      ],
    });
    expect(data?.checks.every(({ broken }) => broken === 0)).toBe(true);
    expect(data?.checks.length).toBeGreaterThan(20);
  });

  it('tells that something is wrong, and not whose it is', async () => {
    await test.deps.db.transaction(async (tx) => {
      await tx.execute(sql`update users set points = points + 7 where id = ${esi.userId}`);
    });
    await proveBooks(test.deps);
    const { data } = await read<TrustAnswer>(test, '/trust');
    expect(data?.is_clean).toBe(false);
    expect(data?.checks.filter(({ broken }) => broken > 0)).toEqual([
      expect.objectContaining({ name: 'points are the sum of their entries', broken: 1 }),
    ]);
    await test.deps.db.execute(sql`update users set points = points - 7 where id = ${esi.userId}`);
    await proveBooks(test.deps);
    expect((await read<TrustAnswer>(test, '/trust')).data?.is_clean).toBe(true);
  });

  it('proves the books once in an hour, however often it is looked at', async () => {
    const proofs = () => test.deps.db.$count(bookProofs);
    const before = await proofs();
    await proveBooks(test.deps, PROVE_EVERY_MS);
    expect(await proofs()).toBe(before);
    test.clock.advance(HOUR_MS);
    await proveBooks(test.deps, PROVE_EVERY_MS);
    await proveBooks(test.deps, PROVE_EVERY_MS);
    expect(await proofs()).toBe(before + 1);
  });

  it('forgets how the books stood a month ago', async () => {
    test.clock.advance(31 * DAY_MS);
    await proveBooks(test.deps);
    const { rows } = await test.deps.database.executeSql('select * from book_proofs');
    expect(rows).toHaveLength(1);
  });
});

describe('prizes', () => {
  it('are those of public giveaways that somebody won', async () => {
    test.clock.advance(HOUR_MS);
    const lottery = lotteryFields(test);
    const shared = await openGiveaway(test, ada, lottery);
    const unwon = await openGiveaway(test, ada, lottery);
    const hidden = await openGiveaway(test, ada, { is_private: '1' });
    await test.call('POST', `/vouchers/${hidden.ulid}/allowed-users`, {
      token: ada.token,
      body: { users: [esi.username] },
    });
    for (const person of [kofi, esi]) await guess(test, person, shared.ulid, shared.code);
    await guess(test, esi, hidden.ulid, hidden.code);
    test.clock.advance(2 * HOUR_MS);
    for (const { id } of [shared, unwon]) await drawLottery(test.deps, id);

    const [first, ...others] = (await read<PrizesAnswer>(test, '/prizes')).data;
    expect(first).toMatchObject({
      ulid: shared.ulid,
      amount: 1_000,
      is_lottery: true,
      winner: { username: kofi.username },
      winners: 2,
      guesses: 2,
    });
    const ulids = others.map(({ ulid }) => ulid);
    expect(ulids).not.toContain(unwon.ulid);
    expect(ulids).not.toContain(hidden.ulid);
  });

  it('come a page at a time, none twice', async () => {
    test.clock.advance(HOUR_MS);
    const player = await addPerson(test.deps, `player_${test.round}`);
    for (let n = 0; n < REWARDS_PAGE_SIZE + 2; n += 1) {
      const voucher = await openGiveaway(test, ada);
      await guess(test, player, voucher.ulid, voucher.code);
    }
    const first = await read<PrizesAnswer>(test, '/prizes');
    expect(first.data).toHaveLength(REWARDS_PAGE_SIZE);
    const second = await read<PrizesAnswer>(test, `/prizes?cursor=${first.next_cursor}`);
    const ulids = [...first.data, ...second.data].map(({ ulid }) => ulid);
    expect(new Set(ulids).size).toBe(ulids.length);
    expect(second.data.slice(0, 2).every(({ winner }) => winner.username === player.username)).toBe(
      true,
    );
  });
});
