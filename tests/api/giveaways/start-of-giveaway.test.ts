import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/durations.ts';
import { noticeText } from '../../../contract/notifications/notice-text.ts';
import type { ViewsAnswer, VoucherListAnswer } from '../../../contract/vouchers.ts';
import { guesses, guessWaits, voucherViewers } from '../../../server/db/schema/giveaways.ts';
import { vouchers } from '../../../server/db/schema/vouchers.ts';
import { listFeatured } from '../../../server/giveaways/list-giveaways.ts';
import { notifyFollowers } from '../../../server/notifications/notify-followers.ts';
import { sweepVouchers } from '../../../server/vouchers/by-purpose/jobs.ts';
import { strongDevice } from '../../fixtures/api/devices.ts';
import {
  guess,
  lotteryFields,
  newCode,
  openGiveaway,
  postForm,
  soon,
  timedFields,
  wrongCode,
  type Fields,
  type Giveaway,
} from '../../fixtures/api/giveaways.ts';
import { detailFor, expectFailure, read, walletOf } from '../../fixtures/api/players.ts';
import { follow, noticesOf } from '../../fixtures/api/notices.ts';
import { setUpApp, setUpPeople } from '../../fixtures/api/set-up.ts';

const test = setUpApp();
const { ada, kofi, wanjiru, uche } = setUpPeople(test, {
  ada: { walletMinor: 1_000_000n },
  kofi: {},
  wanjiru: {},
  uche: {},
});

const openFrom = (ms = HOUR_MS, fields: Fields = {}): Promise<Giveaway> =>
  openGiveaway(test, ada, { ...fields, starts_at: soon(test, ms) });

const KINDS = [
  ['views', () => ({})],
  ['time', () => timedFields(test, 2 * HOUR_MS)],
  ['lottery', () => lotteryFields(test, 2 * HOUR_MS)],
] as const;

describe.each(KINDS)('a giveaway by %s with a start', (method, fields) => {
  it('takes the money at once, and no guess before: not even the right one', async () => {
    const startsAt = soon(test);
    const { id, ulid, code } = await openFrom(HOUR_MS, fields());
    expect(await walletOf(test, ada)).toBe(8_900);
    for (const ms of [0, HOUR_MS - 1]) {
      test.clock.advance(ms);
      for (const tried of [wrongCode(code), code]) {
        const reply = await guess(test, kofi, ulid, tried);
        expectFailure(reply, 409, 'voucher_not_started');
        expect(reply.body['message']).toMatch(
          /^Opens to guesses on \d{1,2} [A-Z][a-z]+.*\d\d:\d\d/,
        );
        expect(reply.body).toMatchObject({ starts_at: startsAt });
      }
    }
    expect(await detailFor(test, kofi, ulid)).toMatchObject({
      status: 'active',
      starts_at: startsAt,
      can_guess: false,
      my_entries: 0,
      wait_seconds: 0,
    });
    expect(await test.deps.db.$count(guesses, eq(guesses.voucherId, id))).toBe(0);
    expect(await test.deps.db.$count(guessWaits, eq(guessWaits.voucherId, id))).toBe(0);
    expect(await walletOf(test, kofi)).toBe(0);
  });

  it('is won from its start on, to the millisecond', async () => {
    const { ulid, code } = await openFrom(HOUR_MS, fields());
    test.clock.advance(HOUR_MS);
    expect((await detailFor(test, kofi, ulid)).can_guess).toBe(true);
    const reply = await guess(test, kofi, ulid, code);
    expect(reply.body).toMatchObject({ result: method === 'lottery' ? 'entered' : 'won' });
  });
});

it('opens by time as long after its start as its creator chose, and not before', async () => {
  const { ulid } = await openFrom(HOUR_MS, timedFields(test, HOUR_MS + 10 * MINUTE_MS));
  const hidden = async () => (await detailFor(test, undefined, ulid)).masked_code.split('*').length;
  for (const ms of [HOUR_MS, 10 * MINUTE_MS - 1]) {
    test.clock.advance(ms);
    await sweepVouchers(test.deps);
    expect(await hidden()).toBe(5);
  }
  test.clock.advance(1);
  await sweepVouchers(test.deps);
  expect(await hidden()).toBe(4);
});

it('counts views from its start on, also of those who have looked before', async () => {
  const { id, ulid } = await openFrom(HOUR_MS, {
    first_reveal_views: '1',
    second_reveal_views: '2',
  });
  const headers = strongDevice(test.deps, `device-${test.round}-1-0000000`);
  const look = async (): Promise<ViewsAnswer> => {
    await test.call('GET', `/vouchers/${ulid}`, { headers });
    await test.deps.views.flush();
    return read<ViewsAnswer>(test, `/vouchers/${ulid}/views`);
  };
  const before = await look();
  expect(before.views).toBe(0);
  expect(before.masked_code.split('*')).toHaveLength(5);
  expect(await test.deps.db.$count(voucherViewers, eq(voucherViewers.voucherId, id))).toBe(0);
  test.clock.advance(HOUR_MS);
  const after = await look();
  expect(after.views).toBe(1);
  expect(after.masked_code.split('*')).toHaveLength(4);
});

const SOON = 'must be in the future';
const AFTER = 'must be after the start';
const BAD: readonly (readonly [string, () => Fields, Record<string, string>])[] = [
  ['that has come', () => ({ starts_at: soon(test, 0) }), { starts_at: SOON }],
  [
    'in more than 30 days',
    () => ({ starts_at: soon(test, 30 * DAY_MS + 1) }),
    { starts_at: 'must be within 30 days' },
  ],
  [
    'that is no time',
    () => ({ starts_at: '2026-12-04T18:00' }),
    { starts_at: 'must be a date and time with its zone, like 2026-01-31T18:00:00Z' },
  ],
  [
    'at its deadline',
    () => ({ starts_at: soon(test), expires_at: soon(test) }),
    { expires_at: AFTER },
  ],
  [
    'when a digit opens',
    () => ({ ...timedFields(test), starts_at: soon(test) }),
    { remaining_time: AFTER },
  ],
  [
    'at the draw',
    () => ({ ...lotteryFields(test), starts_at: soon(test) }),
    { final_reveal_time: AFTER },
  ],
];

it.each(BAD)('a start %s is refused, and nothing is posted', async (_what, fields, errors) => {
  const posted = await test.deps.db.$count(vouchers);
  const reply = await postForm(test, ada.token, fields());
  expectFailure(reply, 422, 'validation_failed');
  const told = Object.entries(errors).map(([field, message]) => [field, [message]]);
  expect(reply.body['errors']).toEqual(Object.fromEntries(told));
  expect(await test.deps.db.$count(vouchers)).toBe(posted);
});

it('may lie 30 days ahead', async () => {
  const { ulid } = await openFrom(30 * DAY_MS);
  expect((await detailFor(test, undefined, ulid)).starts_at).toBe(soon(test, 30 * DAY_MS));
});

it('a payment voucher has no start', async () => {
  const posted = await test.deps.db.$count(vouchers);
  const base = { purpose: 'payment', amount: '1000', currency: 'NGN', payment_method: 'wallet' };
  const fields = { code: newCode(), starts_at: soon(test) };
  const reply = await postForm(test, ada.token, fields, { base });
  expectFailure(reply, 422, 'validation_failed');
  expect(Object.keys(reply.body['errors'] as unknown as object)).toEqual(['starts_at']);
  expect(await test.deps.db.$count(vouchers)).toBe(posted);
});

it('starts when it is paid, if that is later', async () => {
  const reply = await postForm(test, ada.token, { starts_at: soon(test) });
  const { ulid } = reply.body['data'] as unknown as { ulid: string };
  test.clock.advance(2 * HOUR_MS);
  const body = { voucher_id: ulid, amount: 1_000, currency: 'NGN' };
  const paid = await test.call('POST', '/vouchers/payment/wallet', { token: ada.token, body });
  expect(paid.status, paid.text).toBe(200);
  expect((await detailFor(test, kofi, ulid)).can_guess).toBe(true);
});

it('is listed behind what is open, the next start first, and is not shown to visitors', async () => {
  const late = await openFrom(2 * HOUR_MS);
  const soonest = await openFrom(HOUR_MS, timedFields(test, 2 * HOUR_MS));
  const open = await openGiveaway(test, ada, timedFields(test, 300 * DAY_MS));
  const listed = async (query: string): Promise<string[]> => {
    const path = `/vouchers?sort_by=nearly_open&per_page=50&creator_name=${ada.username}${query}`;
    const reply = await test.call('GET', path, { token: kofi.token });
    const { data } = reply.body['data'] as unknown as VoucherListAnswer['data'];
    return data.map(({ ulid }) => ulid);
  };
  const inOrder = [open.ulid, soonest.ulid, late.ulid];
  expect(await listed('')).toEqual(inOrder);
  expect(await listed('&sort_order=asc')).toEqual(inOrder.toReversed());
  const forVisitors = async () => (await listFeatured(test.deps)).map(({ ulid }) => ulid);
  expect(await forVisitors()).not.toContain(late.ulid);
  expect(await forVisitors()).toContain(open.ulid);
  test.clock.advance(2 * HOUR_MS);
  expect(await forVisitors()).toContain(late.ulid);
});

describe('a giveaway that starts', () => {
  it('is told to who follows it, once, and not to its creator or to who has muted it', async () => {
    const { ulid } = await openGiveaway(test, ada, { starts_at: soon(test), is_private: 'true' });
    for (const person of [wanjiru, kofi, uche]) await follow(test, ulid, person);
    await follow(test, ulid, kofi, 'DELETE');
    test.clock.advance(HOUR_MS - 1);
    await notifyFollowers(test.deps);
    expect(await noticesOf(test, wanjiru)).toEqual([]);
    test.clock.advance(1);
    for (let run = 0; run < 2; run += 1) await notifyFollowers(test.deps);
    const data = {
      voucher: ulid,
      amount: 1000,
      username: ada.username,
      outcome: 'started',
    } as const;
    expect(noticeText('digit_revealed', data, String).title).toBe('Open to guesses now');
    for (const person of [wanjiru, uche])
      expect(await noticesOf(test, person)).toMatchObject([{ kind: 'digit_revealed', data }]);
    for (const person of [ada, kofi]) expect(await noticesOf(test, person)).toEqual([]);
  });

  it('is told to nobody once that is a day ago', async () => {
    const { ulid } = await openGiveaway(test, ada, { starts_at: soon(test) });
    await follow(test, ulid, wanjiru);
    test.clock.advance(25 * HOUR_MS);
    await notifyFollowers(test.deps);
    expect(await noticesOf(test, wanjiru)).toEqual([]);
  });
});
