import { beforeEach, describe, expect, it } from 'vitest';

import { VIEW_WINDOW_MS } from '../../../contract/constants.ts';
import type { Analytics, AnalyticsAnswer } from '../../../contract/analytics.ts';
import type { ViewsAnswer } from '../../../contract/vouchers.ts';
import { provenDevice, strongDevice } from '../../fixtures/api/devices.ts';
import { lotteryFields, openGiveaway, type Giveaway } from '../../fixtures/api/giveaways.ts';
import { addPerson, type Person } from '../../fixtures/api/people.ts';
import {
  coinsOf,
  detailFor,
  expectFailure,
  referralCodeOf,
  read,
} from '../../fixtures/api/players.ts';
import { setUpApp, setUpPeople } from '../../fixtures/api/set-up.ts';
import { settleShares, sharersFor } from '../../fixtures/api/sharers.ts';

const HOME = '105.112.7.9';
const FARM = 15;
const THRESHOLD = 10;
/** 30 % of it. */
const SHARE = 3;

const test = setUpApp();
const { ada, kofi, uche } = setUpPeople(test, {
  ada: { walletMinor: 1_000_000n },
  kofi: {},
  uche: { verified: false },
});
let voucher: Giveaway;
beforeEach(async () => {
  voucher = await openGiveaway(test, ada, {
    masked_digits: '2',
    first_reveal_views: undefined,
    second_reveal_views: `${THRESHOLD}`,
  });
});

interface Visitor {
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly address?: string;
}

const nameOf = (index: number): string => `device-${test.round}-${index}-0000000`;
const invented = (index: number): Visitor => ({ headers: { 'x-device-id': nameOf(index) } });
const proven = (index: number, address?: string): Visitor => ({
  headers: provenDevice(test.deps, nameOf(index)),
  ...(address && { address }),
});
const strong = (index: number): Visitor => ({ headers: strongDevice(test.deps, nameOf(index)) });

/** Opens the page; what is seen is counted with the next batch. */
const open = (visitor: Visitor, query = '') =>
  test.call('GET', `/vouchers/${voucher.ulid}${query}`, { address: HOME, ...visitor });
const track = (visitor: Visitor) =>
  test.call('POST', '/vouchers/track-views', {
    address: HOME,
    ...visitor,
    body: { voucher_ids: [voucher.ulid] },
  });
const click = (visitor: Visitor) =>
  test.call('POST', '/vouchers/track-link-click', {
    address: HOME,
    ...visitor,
    body: { voucher_id: voucher.ulid },
  });

async function seen(): Promise<Pick<ViewsAnswer, 'views' | 'masked_code'>> {
  await test.deps.views.flush();
  const path = `/vouchers/${voucher.ulid}/views`;
  const { views, masked_code } = await read<ViewsAnswer>(test, path);
  return { views, masked_code };
}
const counted = async (): Promise<number> => (await seen()).views;

async function analytics(): Promise<Analytics> {
  await test.deps.views.flush();
  const path = `/vouchers/analytics/${voucher.ulid}`;
  return (await read<AnalyticsAnswer>(test, path, ada)).data.analytics;
}

describe('a farm', () => {
  it('of invented ids opens nothing, and stands in the analytics', async () => {
    const before = await seen();
    for (let index = 0; index < FARM; index += 1) {
      await open(invented(index));
      expect((await track(invented(index))).body).toEqual({ success: true, tracked: 1 });
      await click(invented(index));
    }
    expect(await seen()).toEqual(before);
    expect(await analytics()).toMatchObject({
      total_views: 0,
      link_clicks: 0,
      uncounted_views: 1,
      uncounted_clicks: 1,
    });
  });

  it('of unverified accounts is one viewer on one device, and none without', async () => {
    for (let index = 0; index < 5; index += 1) {
      const { token } = await addPerson(test.deps, `farmed_${test.round}_${index}`, {
        verified: false,
      });
      await open({ token, ...invented(index) });
      await open({ token, ...proven(0) });
    }
    expect(await counted()).toBe(1);
  });

  it('that copies a token has the one device that it was given to', async () => {
    const { 'x-device-token': token = '' } = provenDevice(test.deps, nameOf(0));
    for (let index = 1; index < 4; index += 1)
      await open({ headers: { 'x-device-id': nameOf(index), 'x-device-token': token } });
    expect(await counted()).toBe(0);
  });
});

describe('past 30 % of a threshold from one network', () => {
  /** Some views before the others, or all in one batch. */
  it.each([true, false])('a proven device no longer counts (one by one: %s)', async (oneByOne) => {
    for (let index = 0; index < THRESHOLD; index += 1) {
      await open(proven(index));
      if (oneByOne) await test.deps.views.flush();
    }
    expect(await counted()).toBe(SHARE);
    expect((await analytics()).uncounted_views).toBe(THRESHOLD - SHARE);
    // Neither does the same device again, nor another address of the network.
    await open(proven(THRESHOLD - 1));
    await open(proven(THRESHOLD, '105.112.7.200'));
    expect(await counted()).toBe(SHARE);
    expect((await analytics()).uncounted_views).toBe(THRESHOLD - SHARE + 1);
    await open(proven(THRESHOLD + 1, '105.112.8.9'));
    expect(await counted()).toBe(SHARE + 1);
  });

  it('a verified account and a device with four times the work do count', async () => {
    const { masked_code: hidden } = await seen();
    for (let index = 0; index < SHARE + 2; index += 1) await open(proven(index));
    expect(await counted()).toBe(SHARE);
    await open({ token: kofi.token });
    await open(strong(20));
    expect(await counted()).toBe(SHARE + 2);
    // It was refused a moment ago, and has done more since.
    await open(strong(SHARE));
    await open(strong(SHARE));
    expect(await counted()).toBe(SHARE + 3);
    for (let index = 21; index < 30; index += 1) await open(strong(index));
    const { views, masked_code } = await seen();
    expect(views).toBe(SHARE + 12);
    expect(masked_code).not.toBe(hidden);
  });

  it('the share is not given again after 12 hours', async () => {
    for (let index = 0; index < SHARE; index += 1) await open(proven(index));
    expect(await counted()).toBe(SHARE);
    test.clock.advance(VIEW_WINDOW_MS);
    for (let index = 0; index < 2 * SHARE; index += 1) await open(proven(index));
    expect(await counted()).toBe(SHARE);
  });

  it('is nothing where no digit opens by views', async () => {
    voucher = await openGiveaway(test, ada, lotteryFields(test));
    for (let index = 0; index < FARM; index += 1) await open(proven(index));
    expect(await counted()).toBe(FARM);
  });
});

describe('what a device reports', () => {
  it('with a token that is not its own is asked for again, and counts with its own', async () => {
    const headers = { 'x-device-id': nameOf(1), 'x-device-token': `1.${'0'.repeat(64)}` };
    expectFailure(await track({ headers }), 428, 'work_required');
    expectFailure(await click({ headers }), 428, 'work_required');
    expect(await counted()).toBe(0);
    // A verified account needs none.
    expect((await track({ headers, token: kofi.token })).status).toBe(200);
    await track(proven(1));
    expect(await counted()).toBe(2);
  });

  it('counts as a click unless its creator does it', async () => {
    await click({ token: ada.token });
    await click({ token: kofi.token });
    await click(proven(1));
    await click(proven(1));
    const { link_click_count } = await detailFor(test, undefined, voucher.ulid);
    expect(link_click_count).toBe(2);
    expect((await analytics()).uncounted_clicks).toBe(0);
  });
});

describe('an arrival', () => {
  const linkOf = async (person: Person) => `?referral_code=${await referralCodeOf(test, person)}`;
  const sharers = async () => (await sharersFor(test, voucher.ulid)).sharers;

  it('of a device that has proven nothing is none, until it has', async () => {
    const query = await linkOf(kofi);
    for (let index = 0; index < FARM; index += 1) await open(invented(index), query);
    expect(await sharers()).toEqual([]);
    expect(await coinsOf(test, kofi)).toBe(0);
    await open(proven(1), query);
    expect(await sharers()).toEqual([]);
    await settleShares(test);
    expect(await sharers()).toMatchObject([{ id: kofi.userId, referral_count: 1 }]);
    expect(await coinsOf(test, kofi)).toBe(50);
  });

  it("is none on the sharer's own device, verified or not", async () => {
    await open({ token: uche.token, ...proven(1) }, await linkOf(uche));
    await open({ token: kofi.token, ...proven(1) }, await linkOf(kofi));
    expect(await sharers()).toEqual([]);
  });
});
