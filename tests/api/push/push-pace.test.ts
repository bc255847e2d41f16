import { sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';

import { MINUTE_MS, SECOND_MS } from '../../../contract/durations.ts';
import { dateOf } from '../../../server/clock.ts';
import { pushDeliveries } from '../../../server/db/schema/notifications.ts';
import type { PushMessage, PushOutcome } from '../../../server/notifications/push/push-message.ts';
import { sendPushes } from '../../../server/notifications/push/send-pushes.ts';
import { releaseNotice, storeNotices } from '../../../server/notifications/store-notices.ts';
import { setUpApp, setUpPeople } from '../../fixtures/api/set-up.ts';

const test = setUpApp();
const { kofi } = setUpPeople(test, { kofi: {} });

/** What the service answers, and then that it took the message. */
let outcomes: readonly (PushOutcome | Error)[] = [];
let sent = 0;
let kinds: (string | undefined)[] = [];
let pauses: number[] = [];
beforeEach(() => {
  outcomes = [];
  sent = 0;
  kinds = [];
  pauses = [];
});

const push = {
  send: async (_token: string, { data }: PushMessage): Promise<PushOutcome> => {
    kinds.push(data['kind']);
    const outcome = outcomes[sent] ?? { kind: 'sent' };
    sent += 1;
    if (outcome instanceof Error) throw outcome;
    return outcome;
  },
};
const run = () =>
  sendPushes({ ...test.deps, push }, async (ms) => {
    pauses.push(ms);
    test.clock.advance(ms);
  });

/** Has so many messages wait for a phone. */
async function fill(count: number): Promise<void> {
  const { db, clock } = test.deps;
  await db.delete(pushDeliveries);
  await test.call('POST', '/fcm/token', {
    token: kofi.token,
    body: {
      token: 'a-phone',
      device_type: 'web',
      device_info: { userAgent: 'test', platform: 'Linux', language: 'en' },
    },
  });
  const data = { voucher: '01ARZ3NDEKTSV4RRFFQ69G5FAV', amount: 5, currency: 'NGN' };
  const { userId } = kofi;
  const notices = Array.from({ length: count }, (_, event) => {
    const eventKey = `${count}:${clock.now()}:${event}`;
    return { userId, kind: 'won' as const, eventKey, data };
  });
  await storeNotices(db, notices, dateOf(clock));
}
const later = { kind: 'later', reason: 'away' } as const;

it('a failure or two do not keep the others waiting, nor does a message that cannot be sent at all', async () => {
  await fill(150);
  outcomes = [...Array.from({ length: 23 }, () => later), new Error('broken')];
  await run();
  expect(sent).toBe(150);
  expect(await test.deps.db.$count(pushDeliveries)).toBe(24);
});

it.each([
  ['fails for a quarter', Array.from({ length: 25 }, () => later)],
  ['says for how long', [{ ...later, retryAfterMs: 1000 }]],
])('a service that %s is left alone until the next run', async (what, answers) => {
  await fill(150 + what.length);
  outcomes = answers;
  await run();
  expect(sent).toBe(100);
});

it('a message of a kind that this node does not know waits for one that does, and keeps no other', async () => {
  const { db } = test.deps;
  await fill(25);
  const setKinds = (from: string, to: string) =>
    db.execute(sql`update notifications set kind = ${to} where id in (select id from notifications
      where kind = ${from} and user_id = ${kofi.userId} order by id desc limit 9)`);
  await setKinds('won', 'not_known_yet');
  await run();
  expect([sent, await db.$count(pushDeliveries)]).toEqual([16, 9]);
  // Longer than a message is tried.
  for (let tries = 0; tries < 10; tries += 1) {
    test.clock.advance(5 * MINUTE_MS);
    await run();
  }
  await setKinds('not_known_yet', 'won');
  test.clock.advance(5 * MINUTE_MS);
  await run();
  expect([sent, await db.$count(pushDeliveries)]).toEqual([25, 0]);
});

it('a release code leaves before what has waited for longer', async () => {
  await fill(1_200);
  test.clock.advance(SECOND_MS);
  const release = releaseNotice(test.deps.secrets, {
    userId: kofi.userId,
    ulid: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
    amount: 500n,
    currency: 'NGN',
    redeemer: 'uche',
    code: '123456',
    sentAt: dateOf(test.clock),
    expiresAt: new Date(test.clock.now() + 10 * MINUTE_MS),
  });
  await storeNotices(test.deps.db, [release], dateOf(test.clock));
  await run();
  expect(sent).toBe(1_201);
  expect(kinds.indexOf('release_code')).toBeLessThan(100);
});

it('a service gets at most a hundred in a second', async () => {
  await fill(250);
  await run();
  expect(sent).toBe(250);
  expect(pauses).toEqual([1000, 1000]);
});
