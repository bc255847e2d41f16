import { beforeEach, describe, expect, it, vi } from 'vitest';
import { LINK_CLICK_WINDOW_MS, VIEW_WINDOW_MS } from '../../contract/constants.ts';
import { DAY_MS } from '../../contract/durations.ts';
import { enqueueTracking } from './enqueue-tracking.ts';
import { OutboxUndeliveredError } from './outbox-answer.ts';
import { sendOutbox, VISIT_PROOF_WAIT_MS } from './send-outbox.ts';
import {
  fakeServer,
  json,
  portal,
  type Handler,
  memoryLocks,
} from '../testing/fake-environment.ts';
import { freshDatabase, memoryKeys } from '../testing/fresh-device.ts';
import { ULID_A, ULID_B } from '../testing/samples.ts';

const NOW = 1_800_000_000_000;
const ulidOf = (number: number): string => String(number).padStart(26, '0');

function setUp(handler: Handler = () => json(200)) {
  const db = freshDatabase();
  const keys = memoryKeys();
  const server = fakeServer(handler);
  const onSent = vi.fn<() => void>();
  const locks = memoryLocks();
  let nowMs = NOW;
  const now = () => nowMs;
  const deps = { keys, fetch: server.fetch, now, locks, onSent, databaseName: db.name };
  return {
    db,
    keys,
    server,
    onSent,
    send: () => sendOutbox(deps),
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

/** On a device that has done its work. */
async function setUpProven(handler?: Handler) {
  const device = setUp(handler);
  await device.keys.writeDeviceToken(await device.keys.deviceId(), 'proof');
  return device;
}

describe('putting into the outbox', () => {
  let db: ReturnType<typeof freshDatabase>;
  beforeEach(() => {
    db = freshDatabase();
  });

  it('takes a view once in 12 hours and a click once in 3', async () => {
    expect(await enqueueTracking(db, 'view', ULID_A, NOW)).toBe(true);
    expect(await enqueueTracking(db, 'view', ULID_A, NOW + VIEW_WINDOW_MS - 1)).toBe(false);
    expect(await enqueueTracking(db, 'view', ULID_A, NOW + VIEW_WINDOW_MS)).toBe(true);
    expect(await enqueueTracking(db, 'link-click', ULID_A, NOW)).toBe(true);
    expect(await enqueueTracking(db, 'link-click', ULID_A, NOW + LINK_CLICK_WINDOW_MS - 1)).toBe(
      false,
    );
    expect(await enqueueTracking(db, 'link-click', ULID_A, NOW + LINK_CLICK_WINDOW_MS)).toBe(true);
    expect(await db.outbox.count()).toBe(4);
  });

  it('keeps windows by voucher', async () => {
    await enqueueTracking(db, 'view', ULID_A, NOW);
    expect(await enqueueTracking(db, 'view', ULID_B, NOW)).toBe(true);
  });

  it('takes one of several at the same moment', async () => {
    const taken = await Promise.all(
      Array.from({ length: 5 }, () => enqueueTracking(db, 'view', ULID_A, NOW)),
    );
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect(await db.outbox.count()).toBe(1);
  });

  it('does not wait for a window that a clock set back has put into the future', async () => {
    await enqueueTracking(db, 'view', ULID_A, NOW);
    expect(await enqueueTracking(db, 'view', ULID_A, NOW - 1)).toBe(true);
  });

  it('takes nothing that is no ulid', async () => {
    expect(await enqueueTracking(db, 'view', 'nonsense', NOW)).toBe(false);
    expect(await db.outbox.count()).toBe(0);
  });
});

describe('sending the outbox', () => {
  it('sends views together, at most 100, and clicks one by one', async () => {
    const { db, server, send } = await setUpProven();
    for (let i = 0; i < 130; i += 1) await enqueueTracking(db, 'view', ulidOf(i), NOW);
    await enqueueTracking(db, 'link-click', ULID_A, NOW);
    await enqueueTracking(db, 'link-click', ULID_B, NOW);
    await send();
    expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /api/v1/vouchers/track-views',
      'POST /api/v1/vouchers/track-views',
      'POST /api/v1/vouchers/track-link-click',
      'POST /api/v1/vouchers/track-link-click',
    ]);
    const sent = server.requests.map(({ body }) => body);
    expect(sent[0]).toEqual({ voucher_ids: Array.from({ length: 100 }, (_, i) => ulidOf(i)) });
    expect(sent[1]).toEqual({ voucher_ids: Array.from({ length: 30 }, (_, i) => ulidOf(i + 100)) });
    expect(sent.slice(2)).toEqual([{ voucher_id: ULID_A }, { voucher_id: ULID_B }]);
    expect(await db.outbox.count()).toBe(0);
  });

  it('names the device, and the user when there is one', async () => {
    const { db, keys, server, send } = await setUpProven();
    await enqueueTracking(db, 'view', ULID_A, NOW);
    await send();
    await keys.writeToken('secret');
    await enqueueTracking(db, 'view', ULID_B, NOW);
    await send();
    const [anonymous, known] = server.requests;
    expect(anonymous?.headers.get('x-device-id')).toBe('device-1');
    expect(anonymous?.headers.has('authorization')).toBe(false);
    expect(known?.headers.get('authorization')).toBe('Bearer secret');
  });

  it('counts for the device when the session has expired', async () => {
    const { db, keys, server, send } = await setUpProven(({ headers }) =>
      headers.has('authorization') ? json(401) : json(200),
    );
    await keys.writeToken('old');
    await enqueueTracking(db, 'view', ULID_A, NOW);
    await send();
    expect(server.requests).toHaveLength(2);
    expect(await db.outbox.count()).toBe(0);
    expect(await keys.readToken()).toBe('old');
  });

  it.each([
    ['408', () => json(408)],
    ['429', () => json(429)],
    ['500', () => json(500)],
    ['503', () => json(503)],
    ['a lost connection', () => Promise.reject(new TypeError('failed to fetch'))],
    ['a login portal that answers 200', () => portal(200)],
    ['a login portal that answers 403', () => portal(403)],
  ] satisfies [string, Handler][])('keeps every row after %s', async (_, handler) => {
    const { db, onSent, send } = await setUpProven(handler);
    await enqueueTracking(db, 'view', ULID_A, NOW);
    await enqueueTracking(db, 'view', ULID_B, NOW);
    await expect(send()).rejects.toBeInstanceOf(OutboxUndeliveredError);
    await expect(send()).rejects.toBeInstanceOf(OutboxUndeliveredError);
    expect((await db.outbox.toArray()).map(({ voucherUlid }) => voucherUlid)).toEqual([
      ULID_A,
      ULID_B,
    ]);
    expect(onSent).not.toHaveBeenCalled();
  });

  it('drops only the row that the server refuses for good', async () => {
    const { db, server, send } = await setUpProven(({ body }) =>
      JSON.stringify(body).includes(ULID_A) ? json(404) : json(200),
    );
    await enqueueTracking(db, 'view', ULID_A, NOW);
    await enqueueTracking(db, 'view', ULID_B, NOW);
    await send();
    expect(server.requests.at(-1)?.body).toEqual({ voucher_ids: [ULID_B] });
    expect(await db.outbox.count()).toBe(0);
  });

  it('keeps what came after a failure in the middle', async () => {
    let answers = 0;
    const { db, send } = await setUpProven(() => {
      answers += 1;
      return answers === 1 ? json(200) : json(500);
    });
    await enqueueTracking(db, 'view', ULID_A, NOW);
    await enqueueTracking(db, 'link-click', ULID_A, NOW);
    await expect(send()).rejects.toBeInstanceOf(OutboxUndeliveredError);
    expect((await db.outbox.toArray()).map(({ kind }) => kind)).toEqual(['link-click']);
  });

  it('sends no row twice when two threads send at once', async () => {
    const { db, server, send } = await setUpProven();
    await enqueueTracking(db, 'view', ULID_A, NOW);
    await Promise.all([send(), send()]);
    expect(server.requests).toHaveLength(1);
  });

  it('takes in what arrives while it sends', async () => {
    const { db, server, send } = await setUpProven(async () => {
      await enqueueTracking(db, 'view', ULID_B, NOW);
      return json(200);
    });
    await enqueueTracking(db, 'view', ULID_A, NOW);
    await send();
    expect(server.requests).toHaveLength(2);
    expect(await db.outbox.count()).toBe(0);
  });

  it('tells whenever rows have gone, for those who follow the database by Dexie', async () => {
    const { db, onSent, send } = await setUpProven();
    await enqueueTracking(db, 'view', ULID_A, NOW);
    await enqueueTracking(db, 'link-click', ULID_A, NOW);
    await send();
    expect(onSent).toHaveBeenCalledTimes(2);
  });

  it('makes no database where there is none, and leaves making it to Dexie', async () => {
    const { db, server, send } = await setUpProven();
    await send();
    expect(server.requests).toEqual([]);
    // Dexie makes it as on a new device.
    await enqueueTracking(db, 'view', ULID_A, NOW);
    await send();
    expect(server.requests).toHaveLength(1);
    await db.delete();
  });
});

describe('what was seen before the device is proven', () => {
  it('waits for the proof, and goes with it', async () => {
    const { db, keys, server, send } = setUp();
    await enqueueTracking(db, 'view', ULID_A, NOW);
    await expect(send()).rejects.toBeInstanceOf(OutboxUndeliveredError);
    expect(server.requests).toEqual([]);
    await keys.writeDeviceToken(await keys.deviceId(), 'proof');
    await send();
    expect(server.requests[0]?.headers.get('x-device-token')).toBe('proof');
    expect(await db.outbox.count()).toBe(0);
  });

  it('goes without it after a day, where it never comes', async () => {
    const { db, server, send, pass } = setUp();
    await enqueueTracking(db, 'view', ULID_A, NOW);
    pass(VISIT_PROOF_WAIT_MS - 1);
    await expect(send()).rejects.toBeInstanceOf(OutboxUndeliveredError);
    pass(1);
    await send();
    expect(server.requests[0]?.headers.has('x-device-token')).toBe(false);
  });

  it('goes without it also where the clock was years ahead when it was seen', async () => {
    const { db, server, send, pass } = setUp();
    await enqueueTracking(db, 'view', ULID_A, NOW + 2_000 * DAY_MS);
    await enqueueTracking(db, 'view', ULID_B, NOW);
    pass(VISIT_PROOF_WAIT_MS);
    await send();
    expect(server.requests[0]?.body).toEqual({ voucher_ids: [ULID_A, ULID_B] });
  });

  it('waits for another proof when the server no longer knows this one', async () => {
    const { db, keys, server, send } = await setUpProven(() => json(428));
    await enqueueTracking(db, 'view', ULID_A, NOW);
    await expect(send()).rejects.toBeInstanceOf(OutboxUndeliveredError);
    expect(await keys.readDeviceToken()).toBeUndefined();
    await expect(send()).rejects.toBeInstanceOf(OutboxUndeliveredError);
    expect(server.requests).toHaveLength(1);
    expect(await db.outbox.count()).toBe(1);
  });
});
