import { describe, expect, it, vi } from 'vitest';

import { forgetUser } from '../forget-user.ts';
import {
  fakeServer,
  type Handler,
  json,
  memoryCaches,
  memoryLocks,
  portal,
} from '../testing/fake-environment.ts';
import { freshDatabase, memoryKeys } from '../testing/fresh-device.ts';
import { CASE_A, sampleCase, sampleCaseReport, sampleUserRow, ULID_A } from '../testing/samples.ts';
import { enqueueTracking } from './enqueue-tracking.ts';
import { OutboxUndeliveredError } from './outbox-answer.ts';
import { sendOutbox } from './send-outbox.ts';

const NOW = 1_800_000_000_000;
const CASE_B = '5e6f7081-0000-4000-8000-000000000002';
const taken: Handler = ({ body }) =>
  json(201, {
    success: true,
    data: sampleCase({ case_number: (body as { case_number: string }).case_number }),
  });
const refuses =
  (status: number, message: string): Handler =>
  () =>
    json(status, { success: false, code: 'x', message });

/** A phone with a report that waits, and what a service worker of it does. */
async function setUp(handler: Handler = taken) {
  const db = freshDatabase();
  const keys = memoryKeys();
  const server = fakeServer(handler);
  const onSent = vi.fn<() => void>();
  await keys.writeToken('token');
  await db.user.put(sampleUserRow());
  await db.caseReports.put(sampleCaseReport());
  const deps = {
    keys,
    fetch: server.fetch,
    now: () => NOW,
    locks: memoryLocks(),
    onSent,
    databaseName: db.name,
  };
  return { db, keys, server, onSent, send: () => sendOutbox(deps) };
}

describe('a report that waits', () => {
  it('is sent with the session, and then is the server’s case', async () => {
    const { db, server, onSent, send } = await setUp();
    await send();
    expect(server.requests).toMatchObject([
      {
        method: 'POST',
        path: '/api/v1/cases',
        body: {
          case_number: CASE_A,
          reference: 'wd_01',
          category: 'not_delivered',
          text: 'It never came',
        },
      },
    ]);
    expect(server.requests[0]?.headers.get('authorization')).toBe('Bearer token');
    expect(await db.caseReports.count()).toBe(0);
    expect(await db.cases.toArray()).toEqual([{ ...sampleCase(), fetchedAt: NOW }]);
    expect(onSent).toHaveBeenCalledOnce();
  });

  it.each([
    ['429', () => json(429)],
    ['500', () => json(500)],
    ['a lost connection', () => Promise.reject(new TypeError('failed to fetch'))],
    ['a login portal that answers 200', () => portal(200)],
    ['a login portal that answers 401', () => portal(401)],
  ] satisfies [string, Handler][])(
    'stays after %s, and is sent again as the same',
    async (_, fail) => {
      const { db, server, send } = await setUp(fail);
      await expect(send()).rejects.toBeInstanceOf(OutboxUndeliveredError);
      expect(await db.caseReports.toArray()).toEqual([sampleCaseReport()]);
      server.answerBy(taken);
      await send();
      await send();
      expect(server.requests).toHaveLength(2);
      expect(server.requests[1]?.body).toEqual(server.requests[0]?.body);
      expect(await db.cases.count()).toBe(1);
    },
  );

  it('whose sender was killed before it wrote the answer is sent again with its number', async () => {
    const { db, server, send } = await setUp();
    await send();
    await db.cases.clear();
    await db.caseReports.put(sampleCaseReport());
    await send();
    expect(server.requests.map(({ body }) => body)).toEqual([
      server.requests[0]?.body,
      server.requests[0]?.body,
    ]);
    expect(await db.cases.count()).toBe(1);
  });

  it('is sent once by two threads at once', async () => {
    const { server, send } = await setUp();
    await Promise.all([send(), send()]);
    expect(server.requests).toHaveLength(1);
  });

  it('takes with it one that is added while it is sent', async () => {
    const { db, server, send } = await setUp(async (request) => {
      if (server.requests.length === 1)
        await db.caseReports.put(sampleCaseReport({ case_number: CASE_B }));
      return taken(request);
    });
    await send();
    expect((await db.cases.toCollection().primaryKeys()).sort()).toEqual([CASE_A, CASE_B]);
  });
});

describe('a report that is refused', () => {
  it('says why and is not sent again, and others still are', async () => {
    const { db, server, send } = await setUp(refuses(422, 'You have 10 open cases.'));
    await send();
    await send();
    expect(server.requests).toHaveLength(1);
    expect(await db.caseReports.get(CASE_A)).toEqual({
      ...sampleCaseReport(),
      refusal: 'You have 10 open cases.',
      isRefused: true,
    });
    server.answerBy(taken);
    await db.caseReports.put(sampleCaseReport({ case_number: CASE_B }));
    await send();
    expect(await db.cases.toCollection().primaryKeys()).toEqual([CASE_B]);
  });

  it('for a session that has ended says so, and is sent after logging in again', async () => {
    const { db, server, send } = await setUp(refuses(401, 'Please log in again.'));
    await send();
    expect(server.requests).toHaveLength(1);
    expect(await db.caseReports.get(CASE_A)).toEqual({
      ...sampleCaseReport(),
      refusal: 'Please log in again.',
    });
    server.answerBy(taken);
    await send();
    expect(await db.caseReports.count()).toBe(0);
    expect(await db.cases.count()).toBe(1);
  });
});

describe('whose report it is', () => {
  it('waits while nobody is signed in, and for who made it', async () => {
    const { db, keys, server, send } = await setUp();
    await forgetUser({ db, keys, caches: memoryCaches() }, 'expired');
    await send();
    await keys.writeToken('of another');
    await db.user.put(sampleUserRow({ id: 2 }));
    await send();
    expect(server.requests).toEqual([]);
    await db.user.put(sampleUserRow());
    await send();
    expect(server.requests).toHaveLength(1);
  });

  it('goes when they sign out, and a late answer leaves nothing for the next user', async () => {
    const { db, keys, send } = await setUp(async (request) => {
      await forgetUser({ db, keys, caches: memoryCaches() }, 'signed-out');
      return taken(request);
    });
    await send();
    expect(await db.caseReports.count()).toBe(0);
    expect(await db.cases.count()).toBe(0);
  });

  it('that has expired meanwhile is taken off, and its case left to be fetched', async () => {
    const { db, keys, send } = await setUp(async (request) => {
      await forgetUser({ db, keys, caches: memoryCaches() }, 'expired');
      return taken(request);
    });
    await send();
    expect(await db.caseReports.count()).toBe(0);
    expect(await db.cases.count()).toBe(0);
  });
});

it('does not wait for visits, nor they for it', async () => {
  const { db, server, send } = await setUp();
  await enqueueTracking(db, 'view', ULID_A, NOW);
  // The device is not proven yet.
  await expect(send()).rejects.toBeInstanceOf(OutboxUndeliveredError);
  expect(server.requests.map(({ path }) => path)).toEqual(['/api/v1/cases']);
  expect(await db.outbox.count()).toBe(1);
});
