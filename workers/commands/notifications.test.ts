import { describe, expect, it } from 'vitest';

import { MINUTE_MS } from '../../contract/durations.ts';
import type { Notification } from '../../contract/notifications/calls.ts';
import { DEFAULT_CHANNELS } from '../../contract/notifications/kinds.ts';
import { FOLLOWED_KEY } from '../../local/canonical-query.ts';
import { readFollowed } from '../../local/queries/voucher-lists.ts';
import { readNoticePreferences, readNotices } from '../../local/queries/notifications.ts';
import { json, portal, type Handler } from '../../local/testing/fake-environment.ts';
import { sampleUser, sampleVoucher, ULID_A } from '../../local/testing/samples.ts';
import { SINGLE } from '../../local/rows.ts';
import { lost, NOW, signedInFixture, gate, says } from '../testing/worker-fixture.ts';

const notice = (id: number): Notification => ({
  id,
  kind: 'coins_earned',
  data: { coins: id },
  created_at: new Date(NOW).toISOString(),
  read_at: null,
});

/** A server that has told of `newest` things, the oldest being 1, and remembers what was read. */
function serverOf(newest: number) {
  const state = { newest, read: new Set<number>() };
  const unread = (): number => state.newest - state.read.size;
  const handler: Handler = (request) => {
    if (request.path.endsWith('/notifications/read')) {
      const { ids, up_to: upTo = 0 } = request.body as { ids?: number[]; up_to?: number };
      for (const id of ids ?? Array.from({ length: upTo }, (_, at) => at + 1)) state.read.add(id);
      return json(200, { success: true, unread: unread() });
    }
    const before = Number(/before=(\d+)/.exec(request.path)?.[1] ?? state.newest + 1);
    const ids = Array.from({ length: before - 1 }, (_, at) => before - 1 - at).slice(0, 3);
    const data = ids.map((id) => ({
      ...notice(id),
      read_at: state.read.has(id) ? 'then' : null,
    }));
    return json(200, { success: true, data, has_more: before > 4, unread: unread() });
  };
  return { state, handler };
}

async function fixture(handler: Handler) {
  const made = await signedInFixture(handler);
  return {
    ...made,
    ids: async () => (await readNotices(made.db))?.rows.map(({ id }) => id),
    unread: async () => (await made.db.user.get(SINGLE))?.user.unread_notifications,
  };
}

describe('notifications on this device', () => {
  it('are fetched in pages, and the badge with them', async () => {
    const { api, ids, unread, db } = await fixture(serverOf(5).handler);
    expect(await readNotices(db)).toBeUndefined();
    await api.refreshNotices();
    expect([await ids(), await unread()]).toEqual([[5, 4, 3], 5]);
    expect((await readNotices(db))?.hasMore).toBe(true);
    await api.refreshNotices(3);
    expect(await ids()).toEqual([5, 4, 3, 2, 1]);
    expect((await readNotices(db))?.hasMore).toBe(false);
  });

  it('are left alone while they are fresh', async () => {
    const { api, server, pass } = await fixture(serverOf(2).handler);
    await api.refreshNotices();
    await api.refreshNotices();
    expect(server.requests).toHaveLength(1);
    pass(MINUTE_MS);
    await api.refreshNotices();
    expect(server.requests).toHaveLength(2);
  });

  it('show no gap between what is new and what was fetched long ago', async () => {
    const { state, handler } = serverOf(5);
    const { api, ids, pass, db } = await fixture(handler);
    await api.refreshNotices();
    await api.refreshNotices(3);
    state.newest = 7;
    pass(MINUTE_MS);
    await api.refreshNotices();
    expect(await ids()).toEqual([7, 6, 5, 4, 3, 2, 1]);
    expect((await readNotices(db))?.hasMore).toBe(false);
    state.newest = 12;
    pass(MINUTE_MS);
    await api.refreshNotices();
    expect(await ids()).toEqual([12, 11, 10]);
    await api.refreshNotices(10);
    expect(await ids()).toEqual([12, 11, 10, 9, 8, 7]);
    expect((await readNotices(db))?.hasMore).toBe(true);
  });

  it('show no gap where an older page comes after the newest one', async () => {
    const { state, handler } = serverOf(5);
    const { api, ids, pass, server, db } = await fixture(handler);
    await api.refreshNotices();
    state.newest = 12;
    pass(MINUTE_MS);
    const { held: newestStored, release } = gate();
    server.answerBy(async (request) => {
      if (request.path.endsWith('before=3')) await newestStored;
      return handler(request);
    });
    const older = api.refreshNotices(3);
    await api.refreshNotices();
    release();
    await older;
    expect(await ids()).toEqual([12, 11, 10]);
    expect((await readNotices(db))?.hasMore).toBe(true);
    for (const before of [10, 7, 4]) await api.refreshNotices(before);
    expect(await ids()).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect((await readNotices(db))?.hasMore).toBe(false);
  });
});

describe('reading them', () => {
  const READINGS = [
    ['some', [3, 1], 1],
    ['all', 'all', 0],
  ] as const;

  it('is said to the server, and counted down at once', async () => {
    const { state, handler } = serverOf(3);
    const { api, unread } = await fixture(handler);
    await api.refreshNotices();
    await api.readNotices([3, 1]);
    expect([...state.read]).toEqual([1, 3]);
    expect(await unread()).toBe(1);
  });

  it('on another device marks also what is further back here', async () => {
    const { state, handler } = serverOf(5);
    const { api, db, unread, pass } = await fixture(handler);
    await api.refreshNotices();
    await api.refreshNotices(3);
    for (const id of [1, 2, 3, 4, 5]) state.read.add(id);
    pass(MINUTE_MS);
    await api.refreshNotices();
    expect(await unread()).toBe(0);
    expect((await readNotices(db))?.rows.filter((row) => row.read_at === null)).toEqual([]);
  });

  it.each(READINGS)(
    'without a network stays, and is sent with the next time: %s',
    async (_, what, left) => {
      const { state, handler } = serverOf(3);
      const { api, db, unread, setOnline, server, pass } = await fixture(handler);
      await api.refreshNotices();
      setOnline(false);
      server.answerBy(lost);
      expect(await api.readNotices(what)).toEqual({ ok: true, value: undefined });
      expect(await unread()).toBe(left);
      expect(state.read.size).toBe(0);
      await api.refreshNotices();
      expect((await db.notifications.get(3))?.read_at).not.toBeNull();

      setOnline(true);
      // What came meanwhile was not seen.
      state.newest = 4;
      server.answerBy(handler);
      pass(MINUTE_MS);
      await api.refreshNotices();
      expect(state.read.size).toBe(3 - left);
      expect(state.read.has(4)).toBe(false);
      expect(await unread()).toBe(left + 1);
      const sent = server.requests.length;
      pass(MINUTE_MS);
      await api.refreshNotices(undefined, { force: true });
      expect(server.requests.slice(sent).map(({ path }) => path)).toEqual([
        '/api/v1/notifications',
      ]);
    },
  );

  it.each([
    ['some', [3, 1], [1, 3], 1],
    ['all', 'all', [1, 2, 3], 0],
  ] as const)(
    'stays where the list is fetched before the server has heard of it: %s',
    async (_, what, read, left) => {
      const { state, handler } = serverOf(3);
      const { api, db, unread, server, pass } = await fixture(handler);
      await api.refreshNotices();
      pass(MINUTE_MS);
      let isRead = false;
      server.answerBy(async (request) => {
        if (request.path.endsWith('/read')) throw new TypeError('no network');
        // Tapped while the list is under way: it is asked for again, and the answer is from before the reading.
        if (!isRead) await api.readNotices(what);
        isRead = true;
        return handler(request);
      });
      await api.refreshNotices();
      const readHere = db.notifications.filter(({ read_at: at }) => at !== null);
      expect(await readHere.primaryKeys()).toEqual(read);
      expect(await unread()).toBe(left);

      server.answerBy(handler);
      pass(MINUTE_MS);
      await api.refreshNotices();
      expect(state.read.size).toBe(3 - left);
    },
  );

  it.each(READINGS)(
    'without a network is sent before the user is fetched, whose badge it would raise again: %s',
    async (_, what, left) => {
      const { state, handler } = serverOf(3);
      const user = () =>
        says(sampleUser({ unread_notifications: 3 - state.read.size }), { subscription: null })();
      const { api, unread, server, pass } = await fixture(handler);
      await api.refreshNotices();
      server.answerBy(lost);
      await api.readNotices(what);
      pass(MINUTE_MS);
      server.answerBy((request) =>
        request.path.startsWith('/api/v1/user') ? user() : handler(request),
      );
      await api.refreshUser({ force: true });
      expect(state.read.size).toBe(3 - left);
      expect(await unread()).toBe(left);
      const sent = server.requests.length;
      await api.refreshUser({ force: true });
      expect(server.requests).toHaveLength(sent + 1);
    },
  );

  it('leaves nothing of one user for the next', async () => {
    const { handler } = serverOf(3);
    const { api, db, setOnline, server } = await fixture(handler);
    await api.refreshNotices();
    setOnline(false);
    server.answerBy(lost);
    await api.readNotices('all');
    await api.logout();
    expect(await db.notifications.count()).toBe(0);
    expect(await db.noticeLists.count()).toBe(0);
  });
});

describe('what the user wants to be told', () => {
  const preferences = { channels: DEFAULT_CHANNELS, quiet_hours: { from: '22:00', to: '07:00' } };

  it('is fetched, and stored once the server has it', async () => {
    const answer = json(200, { success: true, data: preferences });
    const { api, db, server } = await fixture(() => answer.clone());
    await api.refreshNoticePreferences();
    expect((await readNoticePreferences(db))?.preferences).toEqual(preferences);
    const quieter = { ...preferences, quiet_hours: null } as never;
    server.answerBy(() => json(200, { success: true, data: quieter }));
    await api.saveNoticePreferences(quieter);
    expect(server.requests.at(-1)).toMatchObject({ method: 'PUT', body: quieter });
    expect((await readNoticePreferences(db))?.preferences.quiet_hours).toBeNull();
    server.answerBy(() => json(503));
    expect(await api.saveNoticePreferences(preferences as never)).toMatchObject({ ok: false });
    expect((await readNoticePreferences(db))?.preferences.quiet_hours).toBeNull();
  });

  it('is asked for anew, however fresh, where the answer to a change was lost', async () => {
    const of = (data: object) => () => json(200, { success: true, data });
    const { api, db, server } = await fixture(of(preferences));
    await api.refreshNoticePreferences();
    server.answerBy(lost);
    const quieter = { ...preferences, quiet_hours: null };
    expect(await api.saveNoticePreferences(quieter as never)).toMatchObject({ ok: false });
    server.answerBy(of(quieter));
    await api.refreshNoticePreferences();
    expect((await readNoticePreferences(db))?.preferences.quiet_hours).toBeNull();
  });
});

it('following a voucher is on this device once the server says so', async () => {
  const { api, db, server } = await fixture(({ method }) =>
    json(200, { success: true, followed: method === 'POST' }),
  );
  await db.vouchers.put({ ...sampleVoucher(), is_following: false, fetchedAt: NOW });
  expect(await api.followVoucher(ULID_A, true)).toEqual({ ok: true, value: true });
  expect((await db.vouchers.get(ULID_A))?.is_following).toBe(true);
  expect((await readFollowed(db))?.rows).toMatchObject([{ ulid: ULID_A }]);
  await db.voucherLists.update(FOLLOWED_KEY, { fetchedAt: NOW, isStale: undefined });
  expect(await api.followVoucher(ULID_A, false)).toEqual({ ok: true, value: false });
  expect((await db.vouchers.get(ULID_A))?.is_following).toBe(false);
  expect((await db.voucherLists.get(FOLLOWED_KEY))?.isStale).toBe(true);
  expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    `POST /api/v1/vouchers/${ULID_A}/follow`,
    `DELETE /api/v1/vouchers/${ULID_A}/follow`,
  ]);
  server.answerBy(() => portal(200));
  expect(await api.followVoucher(ULID_A, true)).toMatchObject({ ok: false });
  expect((await db.vouchers.get(ULID_A))?.is_following).toBe(false);
});
