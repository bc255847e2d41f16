import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { HOUR_MS } from '../../../contract/durations.ts';
import { guesses, voucherClickers, voucherViewers } from '../../../server/db/schema/giveaways.ts';
import { sweepTracking } from '../../../server/giveaways/views/sweep-tracking.ts';
import { drawLottery } from '../../../server/giveaways/lottery/draw-lottery.ts';
import type { VoucherAnalytics } from '../../../contract/analytics.ts';
import {
  guess,
  openGiveaway,
  postGiveaway,
  wrongCode,
  type Giveaway,
  lotteryFields,
} from '../../fixtures/api/giveaways.ts';
import type { Person } from '../../fixtures/api/people.ts';
import { expectFailure, giveCoins, read } from '../../fixtures/api/players.ts';
import { setUpPeople, setUpApp } from '../../fixtures/api/set-up.ts';
import { strongDevice } from '../../fixtures/api/devices.ts';

const test = setUpApp();
const {
  ada,
  kofi,
  wanjiru,
  '=cmd': formula,
} = setUpPeople(test, {
  ada: { walletMinor: 1_000_000n },
  kofi: {},
  wanjiru: {},
  '=cmd': {},
});
const players = [kofi, wanjiru, formula] as const;

const analyticsOf = async ({ ulid }: Giveaway): Promise<VoucherAnalytics> =>
  (await read<{ data: VoucherAnalytics }>(test, `/vouchers/analytics/${ulid}`, ada)).data;

const device = (index: number): Record<string, string> =>
  strongDevice(test.deps, `device-${test.round}-${index}-0000000`);

/** Two phones and one that has proven nothing, in two networks. */
const placeOf = (index: number) => ({
  headers: index % 3 === 0 ? { 'x-device-id': 'made-up-by-a-program' } : device(index % 3),
  address: index % 2 === 0 ? '102.89.1.1' : '105.160.7.7',
});

/** Views, clicks and guesses over three days, the last guess being right unless it is a lottery. */
async function liveThrough(giveaway: Giveaway): Promise<void> {
  for (let viewer = 0; viewer < 7; viewer += 1) {
    await test.call('GET', `/vouchers/${giveaway.ulid}`, { headers: device(viewer) });
  }
  await test.deps.views.flush();
  for (const viewer of [0, 1, 1]) {
    await test.call('POST', '/vouchers/track-link-click', {
      headers: device(viewer),
      body: { voucher_id: giveaway.ulid },
    });
  }
  // In steps of 7 hours some fall on another day where the creator lives than they do in Greenwich.
  for (let variant = 1; variant <= 9; variant += 1) {
    const player = players[variant % 3] as Person;
    const code = wrongCode(giveaway.code, variant);
    await guess(test, player, giveaway.ulid, code, placeOf(variant));
    test.clock.advance(7 * HOUR_MS);
  }
  await guess(test, players[0], giveaway.ulid, giveaway.code, placeOf(1));
}

/** The same counts, from raw rows and without any of the server's counting. */
async function recount({ id }: Giveaway) {
  const { db } = test.deps;
  const rows = await db.select().from(guesses).where(eq(guesses.voucherId, id));
  const viewers = await db.select().from(voucherViewers).where(eq(voucherViewers.voucherId, id));
  const clicks = await db.select().from(voucherClickers).where(eq(voucherClickers.voucherId, id));
  const days = new Map<string, number>();
  for (const { createdAt } of rows) {
    // Lagos is an hour ahead the whole year.
    const day = new Date(createdAt.getTime() + HOUR_MS).toISOString().slice(0, 10);
    days.set(day, (days.get(day) ?? 0) + 1);
  }
  const nameOf = (userId: number) => players.find((one) => one.userId === userId)?.username;
  return {
    views: viewers.length,
    clicks: clicks.length,
    guesses: rows.length,
    people: new Set(rows.map(({ userId }) => userId)).size,
    correct: rows.filter(({ isCorrect }) => isCorrect).length,
    byDay: [...days].map(([date, count]) => ({ date, count })).toSorted(byDate),
    recent: rows
      .toSorted((a, b) => b.number - a.number)
      .slice(0, 10)
      .map((row) => ({
        user: { username: nameOf(row.userId), avatar: null },
        is_correct: row.isCorrect,
        created_at: row.createdAt.toISOString(),
      })),
  };
}

const byDate = (a: { date: string }, b: { date: string }): number => (a.date < b.date ? -1 : 1);
const percent = (part: number, whole: number): number => Math.round((1000 * part) / whole) / 10;

describe('analytics', () => {
  it('count what the raw rows say', async () => {
    const giveaway = await openGiveaway(test, ada);
    await liveThrough(giveaway);
    const raw = await recount(giveaway);
    expect(raw).toMatchObject({ views: 7, clicks: 2, guesses: 10, people: 3, correct: 1 });
    expect(raw.byDay.length).toBeGreaterThan(2);
    const data = await analyticsOf(giveaway);
    expect(data).toMatchObject({
      ulid: giveaway.ulid,
      status: 'completed',
      is_used: true,
      views: raw.views,
      link_click_count: raw.clicks,
    });
    expect(data.analytics).toEqual({
      total_views: raw.views,
      link_clicks: raw.clicks,
      uncounted_views: 0,
      uncounted_clicks: 0,
      total_guesses: raw.guesses,
      unique_participants: raw.people,
      unique_devices: 2,
      unique_networks: 2,
      correct_guesses: raw.correct,
      engagement_rate: percent(raw.guesses, raw.views),
      click_through_rate: percent(raw.clicks, raw.views),
      guess_success_rate: percent(raw.correct, raw.guesses),
      view_to_guess_ratio: 0.7,
      guesses_by_day: raw.byDay,
      timezone: 'Africa/Lagos',
      recent_guesses: raw.recent,
    });
  });

  it('count devices and networks for good, of which nothing is left the night after the end', async () => {
    const [giveaway, open] = [await openGiveaway(test, ada), await openGiveaway(test, ada)];
    await liveThrough(giveaway);
    await guess(test, wanjiru, open.ulid, wrongCode(open.code), placeOf(1));
    const origins = ({ id }: Giveaway) =>
      test.deps.db
        .select({ device: guesses.deviceHash, network: guesses.networkHash })
        .from(guesses)
        .where(eq(guesses.voucherId, id));
    const [before, elsewhere] = [await origins(giveaway), await origins(open)];
    // The same phone in the same network is another one on another voucher.
    expect(before.map(({ device: hash }) => hash)).not.toContain(elsewhere[0]?.device);
    expect(before.map(({ network }) => network)).not.toContain(elsewhere[0]?.network);
    expect(JSON.stringify(before)).not.toContain('102.89');
    for (let night = 0; night < 2; night += 1) {
      await sweepTracking(test.deps);
      const left = (await origins(giveaway)).flatMap(({ device: hash, network }) => [
        hash,
        network,
      ]);
      expect(left).toEqual(Array(20).fill(null));
      const { analytics } = await analyticsOf(giveaway);
      expect(analytics).toMatchObject({ unique_devices: 2, unique_networks: 2 });
      // As if the night before had died on the way.
      await test.deps.db
        .update(guesses)
        .set({ deviceHash: 'left', networkHash: 'left' })
        .where(and(eq(guesses.voucherId, giveaway.id), eq(guesses.number, 1)));
    }
    expect(await origins(open)).toEqual(elsewhere);
  });

  it('are all nothing before anybody came', async () => {
    const giveaway = await postGiveaway(test, ada);
    const { analytics } = await analyticsOf(giveaway);
    const { guesses_by_day: days, recent_guesses: recent, timezone: _, ...counts } = analytics;
    expect([days, recent]).toEqual([[], []]);
    expect(new Set(Object.values(counts))).toEqual(new Set([0]));
  });

  it("do not tell a lottery's creator which entry is right, before the draw", async () => {
    const lottery = await openGiveaway(test, ada, lotteryFields(test));
    await giveCoins(test, players[0], 50);
    await guess(test, players[0], lottery.ulid, wrongCode(lottery.code));
    await guess(test, players[0], lottery.ulid, lottery.code);
    const before = (await analyticsOf(lottery)).analytics;
    expect(before).toMatchObject({ total_guesses: 2, correct_guesses: null });
    expect(before.guess_success_rate).toBeNull();
    expect(before.recent_guesses.map((one) => one.is_correct)).toEqual([null, null]);
    expect(await csvOf(lottery)).not.toMatch(/correct/i);
    test.clock.advance(HOUR_MS);
    await drawLottery(test.deps, lottery.id);
    const after = (await analyticsOf(lottery)).analytics;
    expect(after).toMatchObject({ correct_guesses: 1, guess_success_rate: 50 });
    expect(after.recent_guesses.map((one) => one.is_correct)).toEqual([true, false]);
  });

  it("are the creator's alone, and only of a giveaway", async () => {
    const giveaway = await openGiveaway(test, ada);
    for (const end of ['', '.csv']) {
      const path = `/vouchers/analytics/${giveaway.ulid}${end}`;
      expectFailure(
        await test.call('GET', path, { token: players[0].token }),
        403,
        'analytics_forbidden',
        'You are not authorized to view analytics for this voucher',
      );
      expectFailure(await test.call('GET', path), 401, 'unauthenticated');
    }
    const pending = await postGiveaway(test, ada);
    const path = `/vouchers/analytics/${pending.ulid}`;
    const refused = await test.call('GET', path, { token: players[0].token });
    expectFailure(refused, 404, 'voucher_not_found', 'Voucher not found');
  });
});

async function csvOf({ ulid }: Giveaway): Promise<string> {
  const path = `/vouchers/analytics/${ulid}.csv`;
  const reply = await test.call('GET', path, { token: ada.token });
  expect(reply.status, reply.text).toBe(200);
  expect(reply.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="goodies-guesses-${ulid}.csv"`,
  });
  return reply.text;
}

describe('the file of guesses', () => {
  it('has a row for each, newest first, and nothing that a spreadsheet runs', async () => {
    const giveaway = await openGiveaway(test, ada);
    await liveThrough(giveaway);
    const lines = (await csvOf(giveaway)).split('\r\n');
    expect(lines[0]).toBe('\u{feff}No.,Date (Africa/Lagos),User,Guess,Result');
    expect(lines).toHaveLength(12);
    const grouped = giveaway.code.match(/\d{1,4}/g)?.join(' ');
    expect(lines[1]).toMatch(
      new RegExp(`^\\d+,[\\d-]{10} [\\d:]{8},kofi_${test.round},\u200b${grouped},Correct$`),
    );
    const others = lines.slice(2, 11);
    expect(others.every((line) => line.endsWith(',Incorrect'))).toBe(true);
    expect(others.filter((line) => line.includes(`,\u{200b}=cmd_${test.round},`))).toHaveLength(3);
  });

  it('hides the digits that are hidden', async () => {
    const giveaway = await openGiveaway(test, ada);
    await guess(test, players[0], giveaway.ulid, wrongCode(giveaway.code));
    const [, line = ''] = (await csvOf(giveaway)).split('\r\n');
    expect(line.split('*')).toHaveLength(5);
  });
});
