import { sql, eq } from 'drizzle-orm';
import { beforeEach, expect, it, describe } from 'vitest';

import { MINUTE_MS, SECOND_MS } from '../../../contract/durations.ts';
import { dateOf } from '../../../server/clock.ts';
import { pushDeliveries, pushTokens } from '../../../server/db/schema/notifications.ts';
import type { PushMessage, PushOutcome } from '../../../server/notifications/push/push-message.ts';
import {
  createPushOutbox,
  PUSHES_AT_ONCE,
} from '../../../server/notifications/push/send-pushes.ts';
import { storeNotifications } from '../../../server/notifications/store-notifications.ts';
import { setUpApp, setUpPeople } from '../../fixtures/api/set-up.ts';
import { ULID, tellRelease, savePushToken, tell } from '../../fixtures/api/notices.ts';

const test = setUpApp();
const { kofi } = setUpPeople(test, { kofi: {} });

/** What the service answers, and then that it took the message. */
let outcomes: readonly (PushOutcome | Error)[] = [];
let sent = 0;
let kinds: (string | undefined)[] = [];
beforeEach(() => {
  outcomes = [];
  sent = 0;
  kinds = [];
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
const run = () => createPushOutbox(test.deps, push).sendDue();

/** Has so many messages wait for a phone. */
async function fill(count: number): Promise<void> {
  const { db, clock } = test.deps;
  await db.delete(pushDeliveries);
  await savePushToken(test, kofi, 'a-phone');
  const data = { voucher: ULID, amount: 5, currency: 'NGN' };
  const { userId } = kofi;
  const notices = Array.from({ length: count }, (_, event) => {
    const eventKey = `${count}:${clock.now()}:${event}`;
    return { userId, kind: 'won' as const, eventKey, data };
  });
  await storeNotifications(db, notices, dateOf(clock));
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
  ['fails 25 times in a row', Array.from({ length: 25 }, () => later)],
  ['says for how long', [{ ...later, retryAfterMs: 1000 }]],
])('a service that %s is left alone until the next run', async (what, answers) => {
  await fill(PUSHES_AT_ONCE + what.length);
  outcomes = answers;
  await run();
  expect(sent).toBe(PUSHES_AT_ONCE);
});

it('a service that asks for a pause gets it from all, also from what was not tried yet', async () => {
  const count = PUSHES_AT_ONCE + 50;
  await fill(count);
  outcomes = [{ ...later, retryAfterMs: 30 * SECOND_MS }];
  const outbox = createPushOutbox(test.deps, push);
  await outbox.sendDue();
  test.clock.advance(30 * SECOND_MS - 1);
  await outbox.sendDue();
  expect(sent).toBe(PUSHES_AT_ONCE);
  test.clock.advance(1);
  await outbox.sendDue();
  expect(sent).toBe(count + 1);
  expect(await test.deps.db.$count(pushDeliveries)).toBe(0);
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
  await tellRelease(test, kofi, '123456');
  await run();
  expect(sent).toBe(1_201);
  expect(kinds.indexOf('release_code')).toBe(0);
});

it('so many are under way at most, and each that ends makes place for the next', async () => {
  const count = PUSHES_AT_ONCE + 50;
  await fill(count);
  let underWay = 0;
  let most = 0;
  let slow = (): void => undefined;
  const isSlow = new Promise<void>((resolve) => {
    slow = resolve;
  });
  const counting = {
    send: async (): Promise<PushOutcome> => {
      underWay += 1;
      most = Math.max(most, underWay);
      sent += 1;
      // The first answers last.
      if (sent === 1) await isSlow;
      else await new Promise(setImmediate);
      if (sent === count) slow();
      underWay -= 1;
      return { kind: 'sent' };
    },
  };
  await createPushOutbox(test.deps, counting).sendDue();
  expect([sent, most]).toEqual([count, PUSHES_AT_ONCE]);
});

it('urgent ones that do not end leave news a share', async () => {
  await fill(600);
  const { db } = test.deps;
  await db.update(pushDeliveries).set({ priority: 'urgent' });
  const told = Array.from({ length: 100 }, (_, n) => ({
    userId: kofi.userId,
    kind: 'digit_revealed' as const,
    eventKey: `share:${test.clock.now()}:${n}`,
    data: { voucher: ULID, amount: 5, currency: 'NGN' },
  }));
  await storeNotifications(db, told, dateOf(test.clock));
  await run();
  const first = kinds.slice(0, 300);
  expect(first.filter((kind) => kind === 'digit_revealed').length).toBeGreaterThan(5);
  expect(first.filter((kind) => kind === 'won').length).toBeGreaterThan(250);
  expect(sent).toBe(700);
});

describe('the sandbox', () => {
  it('keeps what a device would get, and sends what is due as one looks', async () => {
    await savePushToken(test, kofi, 'a-phone');
    await tell(test, kofi, { data: { amount: 1234.5, currency: 'NGN' } });
    const reply = await test.call('GET', 'root:/sandbox/push?token=a-phone');
    expect(JSON.parse(reply.text)).toMatchObject([
      { token: 'a-phone', message: { from: 'sandbox', data: { title: 'You won ₦1,234.50' } } },
    ]);
    const config = await test.call('GET', '/fcm/config', { token: kofi.token });
    expect(config.body).toEqual({ success: true, data: { kind: 'sandbox' } });
  });

  it('deletes a token that ends in -gone', async () => {
    await savePushToken(test, kofi, 'phone-gone');
    await tell(test, kofi);
    await test.call('GET', 'root:/sandbox/push');
    const own = eq(pushTokens.userId, kofi.userId);
    expect(await test.deps.db.$count(pushTokens, own)).toBe(0);
  });
});

describe('where nothing can be pushed', () => {
  const bare = setUpApp({ env: { GOODIES_SANDBOX: '0', SMTP_URL: 'smtp://localhost:1' } });
  const people = setUpPeople(bare, { uche: {} });

  it('a device is told so, and its token is not taken', async () => {
    const config = await bare.call('GET', '/fcm/config', { token: people.uche.token });
    expect(config.body).toEqual({ success: true, data: null });
    const reply = await savePushToken(bare, people.uche, 'a-phone');
    expect([reply.status, reply.body]).toMatchObject([
      503,
      { message: 'Failed to set up notifications. Please try again later.' },
    ]);
  });
});
