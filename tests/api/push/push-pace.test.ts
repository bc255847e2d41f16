import { beforeEach, expect, it } from 'vitest';

import { dateOf } from '../../../server/clock.ts';
import { pushDeliveries } from '../../../server/db/schema/notifications.ts';
import type { PushOutcome } from '../../../server/notifications/push/push-sender.ts';
import { sendPushes } from '../../../server/notifications/push/send-pushes.ts';
import { storeNotices } from '../../../server/notifications/store-notices.ts';
import { setUpApp, setUpPeople } from '../../fixtures/api/set-up.ts';

const test = setUpApp();
const { kofi } = setUpPeople(test, { kofi: {} });

/** What the service answers, and then that it took the message. */
let outcomes: readonly (PushOutcome | Error)[] = [];
let sent = 0;
let pauses: number[] = [];
beforeEach(() => {
  outcomes = [];
  sent = 0;
  pauses = [];
});

const push = {
  send: async (): Promise<PushOutcome> => {
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
  for (let event = 0; event < count; event += 1)
    await storeNotices(
      db,
      [{ userId: kofi.userId, kind: 'won', eventKey: `${count}:${clock.now()}:${event}`, data }],
      dateOf(clock),
    );
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

it('a service gets at most a hundred in a second', async () => {
  await fill(250);
  await run();
  expect(sent).toBe(250);
  expect(pauses).toEqual([1000, 1000]);
});
