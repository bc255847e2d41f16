import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';

import type { ViewsAnswer } from '../../../contract/vouchers.ts';
import { guess, openGiveaway, postGiveaway, type Giveaway } from '../../fixtures/api/giveaways.ts';
import { addPerson } from '../../fixtures/api/people.ts';
import {
  coinsOf,
  detailFor,
  expectFailure,
  read,
  referralCodeOf,
} from '../../fixtures/api/players.ts';
import { setUpPeople, setUpApp } from '../../fixtures/api/set-up.ts';
import { strongDevice } from '../../fixtures/api/devices.ts';
import { settleShares, sharersFor } from '../../fixtures/api/sharers.ts';

const VISIT_VISIBLE_MS = 2_000;
const VIEW_WINDOW_MS = 43_200_000;
const CLICK_WINDOW_MS = 10_800_000;

const test = setUpApp();
const { ada, kofi } = setUpPeople(test, { ada: { walletMinor: 1_000_000n }, kofi: {} });
let voucher: Giveaway;

beforeEach(async () => {
  voucher = await openGiveaway(test, ada);
});

const device = (index: number): Record<string, string> =>
  strongDevice(test.deps, `device-${test.round}-${index}-0000000`);

interface Look {
  readonly token?: string;
  readonly headers?: Record<string, string>;
  readonly query?: string;
}

const look = async ({ query = '', ...options }: Look): Promise<void> => {
  const reply = await test.call('GET', `/vouchers/${voucher.ulid}${query}`, options);
  expect(reply.status, reply.text).toBe(200);
};

const views = async (): Promise<ViewsAnswer> => {
  await test.deps.views.flush();
  return read<ViewsAnswer>(test, `/vouchers/${voucher.ulid}/views`);
};

const track = (ulids: readonly unknown[], options: Look = {}) =>
  test.call('POST', '/vouchers/track-views', { ...options, body: { voucher_ids: ulids } });

describe('a report of views', () => {
  it.each([
    ['compressed', 400, 'malformed', 'application/json', gzipSync],
    ['a form', 415, 'unsupported_media', 'multipart/form-data; boundary=part', undefined],
    ['text', 422, 'validation_failed', 'text/plain', undefined],
  ] as const)(
    'is refused as %s with %i, and counts nothing',
    async (_kind, status, code, type, pack) => {
      const report = JSON.stringify({ voucher_ids: [voucher.ulid] });
      const reply = await test.app.inject({
        method: 'POST',
        url: '/api/v1/vouchers/track-views',
        headers: {
          ...device(1),
          'content-type': type,
          ...(pack && { 'content-encoding': 'gzip' }),
        },
        payload: pack ? pack(report) : report,
      });
      expect(reply.statusCode, reply.body).toBe(status);
      expect(reply.json()).toMatchObject({ success: false, code });
      expect((await views()).views).toBe(0);
    },
  );
});

describe('a view', () => {
  it('counts once in 12 hours for a user and for a device', async () => {
    for (let visit = 0; visit < 3; visit += 1) {
      await look({ token: kofi.token, headers: device(1) });
      await look({ headers: device(1) });
      expect((await views()).views).toBe(2);
    }
    test.clock.advance(VIEW_WINDOW_MS - 1);
    await look({ headers: device(1) });
    expect((await views()).views).toBe(2);
    test.clock.advance(1);
    await look({ headers: device(1) });
    expect((await views()).views).toBe(3);
  });

  it("does not count when it is the creator's, or was tracked elsewhere", async () => {
    await look({ token: ada.token });
    await look({ headers: device(1), query: '?skip_tracking=true' });
    expect((await views()).views).toBe(0);
  });
});

describe('views that a device has kept', () => {
  it('stand in the database before they are acknowledged, each counted once', async () => {
    const other = await openGiveaway(test, ada);
    const reply = await track([voucher.ulid, other.ulid, voucher.ulid], { headers: device(7) });
    expect(reply.body).toEqual({ success: true, tracked: 2 });
    const stored = await test.call('GET', `/vouchers/${voucher.ulid}/views`);
    expect(stored.body).toMatchObject({ views: 1 });
    await track([voucher.ulid], { headers: device(7) });
    await look({ headers: device(7) });
    expect((await views()).views).toBe(1);
  });

  it('leave out vouchers that are not there', async () => {
    const pending = await postGiveaway(test, ada);
    const reply = await track([pending.ulid, '01ARZ3NDEKTSV4RRFFQ69G5FAV'], { headers: device(1) });
    expect(reply.body).toEqual({ success: true, tracked: 0 });
  });

  it('are refused when they are none', async () => {
    const ulid = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
    const tooMany = Array.from({ length: 101 }, () => ulid);
    for (const bad of [[], tooMany, [1], ['\u0000'.repeat(26)]])
      expectFailure(await track(bad), 422, 'validation_failed');
    const body = { voucher_ids: [ulid], viewer: 'u:1' };
    const reply = await test.call('POST', '/vouchers/track-views', { body });
    expectFailure(reply, 422, 'validation_failed');
  });
});

describe('reveal by views', () => {
  it('opens the leftmost hidden digit at each threshold, once', async () => {
    const { masked_code: hidden } = await detailFor(test, undefined, voucher.ulid);
    const opened = (masked: string): string => {
      const at = masked.indexOf('*');
      return masked.slice(0, at) + voucher.code.charAt(at) + masked.slice(at + 1);
    };
    for (let index = 1; index <= 4; index += 1) await look({ headers: device(index) });
    expect(await views()).toMatchObject({ views: 4, masked_code: hidden });
    await look({ headers: device(5) });
    expect(await views()).toMatchObject({ views: 5, masked_code: opened(hidden) });
    for (let index = 6; index <= 9; index += 1) await look({ headers: device(index) });
    expect(await views()).toMatchObject({ views: 9, masked_code: opened(hidden) });
    await look({ headers: device(10) });
    await look({ headers: device(11) });
    expect(await views()).toMatchObject({ views: 11, masked_code: opened(opened(hidden)) });
    await look({ headers: device(12) });
    expect((await views()).masked_code).toBe(opened(opened(hidden)));
  });

  it('opens both when one batch passes both thresholds', async () => {
    const { masked_code: hidden } = await detailFor(test, undefined, voucher.ulid);
    for (let index = 1; index <= 12; index += 1) await look({ headers: device(index) });
    const { masked_code: masked } = await views();
    expect([hidden, masked].map((code) => code.split('*').length - 1)).toEqual([4, 2]);
  });

  it('opens one of two hidden digits at the second threshold', async () => {
    voucher = await openGiveaway(test, ada, {
      masked_digits: '2',
      first_reveal_views: undefined,
      second_reveal_views: '2',
    });
    await look({ headers: device(1) });
    expect((await views()).masked_code.split('*')).toHaveLength(3);
    await look({ headers: device(2) });
    await look({ headers: device(3) });
    expect((await views()).masked_code.split('*')).toHaveLength(2);
  });

  it('changes nothing on a voucher that is won', async () => {
    await guess(test, kofi, voucher.ulid, voucher.code);
    for (let index = 1; index <= 6; index += 1) await look({ headers: device(index) });
    expect(await views()).toMatchObject({
      views: 6,
      masked_code: voucher.code,
      status: 'completed',
    });
  });
});

describe('an arrival through a link', () => {
  const sharers = async () => (await sharersFor(test, voucher.ulid)).sharers;

  it('pays its owner 50 coins once, and counts each viewer once in 12 hours', async () => {
    const query = `?referral_code=${await referralCodeOf(test, kofi)}`;
    for (const index of [1, 2, 1, 2]) await look({ headers: device(index), query });
    expect(await sharers()).toEqual([]);
    expect(await coinsOf(test, kofi)).toBe(0);
    await settleShares(test);
    expect(await sharers()).toMatchObject([
      { id: kofi.userId, username: kofi.username, referral_count: 2 },
    ]);
    expect(await coinsOf(test, kofi)).toBe(50);
    test.clock.advance(VIEW_WINDOW_MS);
    await look({ headers: device(1), query: `${query}&skip_tracking=true` });
    await settleShares(test);
    expect(await sharers()).toMatchObject([{ referral_count: 3 }]);
    expect(await coinsOf(test, kofi)).toBe(50);
  });

  it('is none for the owner, for the creator, and for an unknown code', async () => {
    const query = `?referral_code=${await referralCodeOf(test, kofi)}`;
    await look({ token: kofi.token, query });
    await look({ token: ada.token, query });
    await look({ headers: device(1), query: '?referral_code=NOBODY2222' });
    expect(await sharers()).toEqual([]);
    expect(await coinsOf(test, kofi)).toBe(0);
  });

  it('is none once the giveaway has ended', async () => {
    const query = `?referral_code=${await referralCodeOf(test, kofi)}`;
    await guess(test, kofi, voucher.ulid, voucher.code);
    await look({ headers: device(1), query });
    await settleShares(test);
    expect(await sharers()).toEqual([]);
    expect(await coinsOf(test, kofi)).toBe(0);
  });

  it('ranks sharers by viewers, then by who began earlier', async () => {
    const wanjiru = await addPerson(test.deps, `wanjiru_${test.round}`);
    const abena = await addPerson(test.deps, `abena_${test.round}`);
    for (const [person, viewers] of [
      [kofi, 1],
      [wanjiru, 2],
      [abena, 2],
    ] as const) {
      const query = `?referral_code=${await referralCodeOf(test, person)}`;
      for (let index = 0; index < viewers; index += 1)
        await look({ headers: device(index), query });
      test.clock.advance(VISIT_VISIBLE_MS);
    }
    await settleShares(test);
    expect((await sharers()).map(({ id }) => id)).toEqual([
      wanjiru.userId,
      abena.userId,
      kofi.userId,
    ]);
  });

  it('is refused with a code of the wrong form', async () => {
    const reply = await test.call(
      'GET',
      `/vouchers/${voucher.ulid}?referral_code=%27%20or%201%3D1`,
    );
    expectFailure(reply, 422, 'validation_failed');
  });
});

describe('a click on the link of a voucher', () => {
  it('counts once in 3 hours', async () => {
    const body = { voucher_id: voucher.ulid };
    const click = () =>
      test.call('POST', '/vouchers/track-link-click', { body, headers: device(1) });
    expect((await click()).body).toEqual({ success: true, tracked: 1 });
    await click();
    expect((await detailFor(test, undefined, voucher.ulid)).link_click_count).toBe(1);
    test.clock.advance(CLICK_WINDOW_MS);
    await click();
    expect((await detailFor(test, undefined, voucher.ulid)).link_click_count).toBe(2);
  });

  it('needs a voucher', async () => {
    const call = (body: object) => test.call('POST', '/vouchers/track-link-click', { body });
    const unknown = await call({ voucher_id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' });
    expectFailure(unknown, 404, 'voucher_not_found');
    expectFailure(await call({ voucher_id: String(voucher.id) }), 422, 'validation_failed');
    expectFailure(await call({}), 422, 'validation_failed');
  });
});
