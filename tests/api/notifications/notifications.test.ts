import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { NOTICES_KEEP_MS, UNREAD_MAX } from '../../../contract/constants.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import { DEFAULT_CHANNELS } from '../../../contract/notifications/kinds.ts';
import { dateOf } from '../../../server/clock.ts';
import { notifications } from '../../../server/db/schema/notifications.ts';
import { sweepNotifications } from '../../../server/notifications/jobs.ts';
import {
  type NewNotification,
  storeNotifications,
} from '../../../server/notifications/store-notifications.ts';
import { noticesPage, readNotices, tell, choose, noticesOf } from '../../fixtures/api/notices.ts';
import type { Person } from '../../fixtures/api/people.ts';
import { setUpApp, setUpPeople } from '../../fixtures/api/set-up.ts';
import { read } from '../../fixtures/api/players.ts';

const test = setUpApp();
const { kofi, uche } = setUpPeople(test, { kofi: {}, uche: {} });

/** One after the other, so that the last one is the newest. */
async function tellOf(person: Person, how: number, kind: NewNotification['kind'] = 'coins_earned') {
  for (let coins = 0; coins < how; coins += 1) await tell(test, person, { kind, data: { coins } });
}
const coinsIn = ({ data }: Awaited<ReturnType<typeof noticesPage>>) =>
  data.map((notice) => notice.data.coins);
const unreadOf = async (person: Person): Promise<unknown> => {
  const user = await read<{ data: { unread_notifications: number } }>(test, '/user', person);
  return user.data.unread_notifications;
};

describe('the list', () => {
  it('is newest first, in pages that what comes meanwhile does not move', async () => {
    await tellOf(kofi, 5);
    const first = await noticesPage(test, kofi, '?per_page=2');
    expect(first).toMatchObject({ has_more: true, unread: 5 });
    expect(coinsIn(first)).toEqual([4, 3]);
    await tellOf(kofi, 1, 'friend_joined');
    const second = await noticesPage(test, kofi, `?per_page=2&before=${first.data[1]?.id}`);
    expect(coinsIn(second)).toEqual([2, 1]);
    const last = await noticesPage(test, kofi, `?per_page=2&before=${second.data[1]?.id}`);
    expect(coinsIn(last)).toEqual([0]);
    expect(last.has_more).toBe(false);
  });

  it('leaves out what this node cannot read, until one can', async () => {
    await tellOf(kofi, 3);
    const [, second, first] = (await noticesPage(test, kofi)).data;
    const set = (id: number | undefined, values: object) =>
      test.deps.db
        .update(notifications)
        .set(values)
        .where(eq(notifications.id, id ?? 0));
    await set(second?.id, { kind: 'not_known_yet' });
    await set(first?.id, { data: { outcome: 'not_known_yet' } });
    expect(coinsIn(await noticesPage(test, kofi))).toEqual([2]);
    await set(second?.id, { kind: 'coins_earned' });
    expect(coinsIn(await noticesPage(test, kofi))).toEqual([2, 1]);
  });

  it("is one's own alone", async () => {
    await tellOf(kofi, 2);
    expect(await noticesPage(test, uche)).toMatchObject({ data: [], unread: 0, has_more: false });
  });

  it('is kept for 90 days', async () => {
    const kept = () => test.deps.db.$count(notifications, eq(notifications.userId, kofi.userId));
    await tellOf(kofi, 1);
    test.clock.advance(NOTICES_KEEP_MS);
    await tellOf(kofi, 1, 'friend_joined');
    await sweepNotifications(test.deps);
    expect(await kept()).toBe(2);
    test.clock.advance(1);
    await sweepNotifications(test.deps);
    expect(await kept()).toBe(1);
  });
});

describe('reading', () => {
  it('marks those that are named, once', async () => {
    await tellOf(kofi, 3);
    const all = (await noticesPage(test, kofi)).data.map(({ id }) => id);
    const ids = [all[0], all[2]];
    expect((await readNotices(test, kofi, { ids })).body).toEqual({ success: true, unread: 1 });
    const readAt = dateOf(test.clock).toISOString();
    test.clock.advance(DAY_MS);
    await readNotices(test, kofi, { ids });
    const { data } = await noticesPage(test, kofi);
    expect(data.map((notice) => notice.read_at)).toEqual([readAt, null, readAt]);
  });

  it('marks all, but not what came after the one that was seen', async () => {
    await tellOf(kofi, 2);
    const [seen] = (await noticesPage(test, kofi)).data;
    await tellOf(kofi, 1, 'friend_joined');
    const some = await readNotices(test, kofi, { all: true, up_to: seen?.id });
    expect(some.body).toMatchObject({ unread: 1 });
    expect((await readNotices(test, kofi, { all: true })).body).toMatchObject({ unread: 0 });
  });

  it("changes nothing of another's", async () => {
    await tellOf(kofi, 1);
    const [notice] = (await noticesPage(test, kofi)).data;
    expect((await readNotices(test, uche, { ids: [notice?.id] })).status).toBe(200);
    await readNotices(test, uche, { all: true });
    expect(await noticesPage(test, kofi)).toMatchObject({ unread: 1, data: [{ read_at: null }] });
  });

  it.each([{}, { ids: [1], all: true }, { up_to: 3 }, { ids: [] }, { ids: ['1'] }, { all: false }])(
    'refuses %j',
    async (body) => {
      const reply = await readNotices(test, kofi, body);
      expect([reply.status, reply.body['code']]).toEqual([422, 'validation_failed']);
    },
  );
});

describe('the badge', () => {
  it('comes with the user, and counts no further than it shows', async () => {
    expect(await unreadOf(kofi)).toBe(0);
    await tellOf(kofi, 3);
    expect(await unreadOf(kofi)).toBe(3);
    const many = Array.from({ length: 300 }, (_, n) => ({
      userId: kofi.userId,
      kind: 'won' as const,
      eventKey: `many:${test.round}:${n}`,
      data: {},
    }));
    await storeNotifications(test.deps.db, many, dateOf(test.clock));
    expect(await unreadOf(kofi)).toBe(UNREAD_MAX + 1);
    await readNotices(test, kofi, { all: true });
    expect(await unreadOf(kofi)).toBe(0);
  });
});

describe('preferences', () => {
  it('are the usual ones until something is chosen', async () => {
    const reply = await test.call('GET', '/notifications/preferences', { token: kofi.token });
    expect(reply.body).toEqual({
      success: true,
      data: { channels: DEFAULT_CHANNELS, quiet_hours: null },
    });
  });

  it('decide what is listed from then on', async () => {
    const channels = { ...DEFAULT_CHANNELS, coins_earned: [] };
    const quiet = { from: '22:00', to: '06:30' };
    const saved = await choose(test, kofi, { channels, quiet_hours: quiet });
    expect(saved.body).toEqual({ success: true, data: { channels, quiet_hours: quiet } });
    await tellOf(kofi, 1);
    await tellOf(kofi, 1, 'friend_joined');
    await tellOf(uche, 1);
    expect((await noticesPage(test, kofi)).data).toMatchObject([{ kind: 'friend_joined' }]);
    expect((await noticesPage(test, uche)).data).toHaveLength(1);
    const read = await test.call('GET', '/notifications/preferences', { token: kofi.token });
    expect(read.body).toEqual(saved.body);
  });

  it('keep what an app leaves out that knows fewer kinds', async () => {
    const all = { ...DEFAULT_CHANNELS, purchase_ended: ['push'] };
    await choose(test, kofi, { channels: all });
    const { purchase_ended: kept, ...known } = { ...all, won: ['email'] };
    const saved = await choose(test, kofi, { channels: known });
    expect(saved.body).toMatchObject({ data: { channels: { ...known, purchase_ended: kept } } });
    const fewer = await choose(test, uche, { channels: { won: [] } });
    expect(fewer.body).toMatchObject({ data: { channels: { ...DEFAULT_CHANNELS, won: [] } } });
  });

  it('keep the mail of a matter of security', async () => {
    const channels = { ...DEFAULT_CHANNELS, release_code: [] };
    const saved = await choose(test, kofi, { channels });
    expect(saved.body).toMatchObject({ data: { channels: { release_code: ['email'] } } });
  });

  it.each([
    { channels: { ...DEFAULT_CHANNELS, won: ['sms'] } },
    { channels: { won: 'email' } },
    { channels: { ...DEFAULT_CHANNELS, other: [] } },
    { channels: DEFAULT_CHANNELS, quiet_hours: { from: '24:00', to: '07:00' } },
    { channels: DEFAULT_CHANNELS, quiet_hours: { from: '22:00' } },
  ])('refuse %j', async (body) => {
    const reply = await choose(test, kofi, body);
    expect([reply.status, reply.body['code']]).toEqual([422, 'validation_failed']);
  });
});

describe('storing notifications', () => {
  it('leaves what was told before as it is, however many are stored at once', async () => {
    const now = dateOf(test.clock);
    const notice = (userId: number, coins: number): NewNotification => ({
      userId,
      kind: 'coins_earned',
      eventKey: `test:${test.round}`,
      data: { coins },
    });
    await storeNotifications(test.deps.db, [notice(kofi.userId, 1)], now);
    await storeNotifications(test.deps.db, [notice(kofi.userId, 2), notice(uche.userId, 3)], now);
    await storeNotifications(test.deps.db, [], now);
    expect(await noticesOf(test, kofi)).toMatchObject([{ data: { coins: 1 } }]);
    expect(await noticesOf(test, uche)).toMatchObject([{ data: { coins: 3 } }]);
    const isOfTest = eq(notifications.eventKey, `test:${test.round}`);
    expect(await test.deps.db.$count(notifications, isOfTest)).toBe(2);
  });
});
