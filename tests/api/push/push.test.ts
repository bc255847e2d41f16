import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';

import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../contract/durations.ts';
import { DEFAULT_CHANNELS } from '../../../contract/notifications/kinds.ts';
import { createSession } from '../../../server/accounts/sessions.ts';
import { dateOf } from '../../../server/clock.ts';
import { sessions } from '../../../server/db/schema/accounts.ts';
import { pushDeliveries, pushTokens } from '../../../server/db/schema/notifications.ts';
import { sweepNotifications } from '../../../server/notifications/jobs.ts';
import {
  type PushMessage,
  type PushOutcome,
  PUSH_KEEP_MS,
} from '../../../server/notifications/push/push-message.ts';
import { createPushOutbox } from '../../../server/notifications/push/send-pushes.ts';
import { guess, openGiveaway } from '../../fixtures/api/giveaways.ts';
import {
  noticesPage,
  readNotices,
  ULID,
  tell,
  tellRelease,
  savePushToken,
  pushTokenBody,
  choose,
} from '../../fixtures/api/notices.ts';
import type { Person } from '../../fixtures/api/people.ts';
import { setUpApp, setUpPeople } from '../../fixtures/api/set-up.ts';
import { PUSH_DEVICES_MAX } from '../../../server/notifications/push/push-tokens.ts';

const test = setUpApp();
const { kofi, uche, ada } = setUpPeople(test, {
  kofi: {},
  uche: {},
  ada: { walletMinor: 100_000_000n },
});

let sent: { readonly token: string; readonly message: PushMessage }[] = [];
let outcomes: PushOutcome[] = [];
beforeEach(() => {
  sent = [];
  outcomes = [];
});

/** Runs the job, with a service that answers what a test has put into `outcomes`, and then that it took the message. */
const push = {
  send: async (token: string, message: PushMessage): Promise<PushOutcome> => {
    sent.push({ token, message });
    return outcomes.shift() ?? { kind: 'sent' };
  },
};
const run = () => createPushOutbox(test.deps, push).sendDue();

const save = (person: Pick<Person, 'token'>, token: string) => savePushToken(test, person, token);
const nameOf = (person: Person, device = 'phone') => `${person.username}-${device}`;

/** Signs a person in on one more device. */
const anotherSession = ({ userId }: Person): Promise<string> =>
  createSession(test.deps.db, {
    userId,
    remember: true,
    userAgent: 'another',
    now: dateOf(test.clock),
  });

const waiting = () => test.deps.db.$count(pushDeliveries);
const tokensOf = (person: Person) =>
  test.deps.db.$count(pushTokens, eq(pushTokens.userId, person.userId));

describe('a token', () => {
  it('is saved as the specification says it', async () => {
    const reply = await save(kofi, nameOf(kofi));
    expect(reply.status, reply.text).toBe(200);
    expect(reply.body).toEqual({ success: true, message: 'Token saved successfully' });
    await save(kofi, nameOf(kofi));
    expect(await tokensOf(kofi)).toBe(1);
  });

  it('is the user’s who signed in on the device last', async () => {
    await save(kofi, 'shared-phone');
    await tell(test, kofi);
    await save(uche, 'shared-phone');
    await tell(test, uche);
    await tell(test, kofi);
    await run();
    expect(sent).toHaveLength(1);
    expect([await tokensOf(kofi), await tokensOf(uche)]).toEqual([0, 1]);
  });

  it('takes the place of the one before on the same device', async () => {
    await save(kofi, 'old');
    await save(kofi, 'new');
    await tell(test, kofi);
    await run();
    expect(sent.map(({ token }) => token)).toEqual(['new']);
  });

  it('is one of a few: the device that was away longest goes', async () => {
    for (let device = 0; device <= PUSH_DEVICES_MAX; device += 1) {
      test.clock.advance(SECOND_MS);
      await save({ token: await anotherSession(kofi) }, `many-${device}`);
    }
    const rows = await test.deps.db.select().from(pushTokens);
    const left = rows.map(({ token }) => token).filter((token) => token.startsWith('many-'));
    expect(left).toHaveLength(PUSH_DEVICES_MAX);
    expect(left).not.toContain('many-0');
  });

  it.each([
    ['nothing', { ...pushTokenBody('x'), token: '' }],
    ['spaces', { ...pushTokenBody('x'), token: 'a b' }],
  ])('is refused: %s', async (_what, body) => {
    expect((await test.call('POST', '/fcm/token', { token: kofi.token, body })).status).toBe(422);
    expect(await tokensOf(kofi)).toBe(0);
  });

  it('goes as push is turned off, as the device signs out, and after it was away for long', async () => {
    await save(kofi, nameOf(kofi));
    await save(uche, nameOf(uche));
    await save(ada, nameOf(ada));
    for (const person of [kofi, uche]) await tell(test, person);
    await test.call('DELETE', '/fcm/token', { token: kofi.token });
    await test.call('POST', '/logout', { token: uche.token });
    expect([await tokensOf(kofi), await tokensOf(uche), await tokensOf(ada)]).toEqual([0, 0, 1]);
    await run();
    expect(sent).toEqual([]);
    expect(await waiting()).toBe(0);
    test.clock.advance(61 * DAY_MS);
    await sweepNotifications(test.deps);
    expect(await tokensOf(ada)).toBe(0);
  });
});

describe('a message', () => {
  it('has title, text and address, and nothing but texts', async () => {
    await save(kofi, nameOf(kofi));
    await tell(test, kofi);
    await run();
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      token: nameOf(kofi),
      message: {
        data: {
          title: 'You won ₦1,234.50',
          body: 'Paid to your wallet',
          url: `/v/${ULID}`,
          tag: `voucher-${ULID}`,
          kind: 'won',
          unread: '1',
        },
        isUrgent: true,
        ttlSeconds: PUSH_KEEP_MS / SECOND_MS,
      },
    });
    expect(sent[0]?.message.data).not.toHaveProperty('voucher');
  });

  it('goes to each device of its user once, however often the event is stored and the job runs', async () => {
    await save(kofi, 'two-a');
    await save({ token: await anotherSession(kofi) }, 'two-b');
    const notice = { eventKey: 'once' };
    for (let again = 0; again < 3; again += 1) await tell(test, kofi, notice);
    await Promise.all([run(), run()]);
    await run();
    expect(sent.map(({ token }) => token).toSorted()).toEqual(['two-a', 'two-b']);
    expect(await waiting()).toBe(0);
  });

  it('never holds a release code, and none is sent once it is over', async () => {
    await save(kofi, nameOf(kofi));
    await tellRelease(test, kofi, '482913');
    await run();
    expect(sent[0]?.message).toMatchObject({
      data: { title: 'A release code was asked for', url: '/my-vouchers' },
      ttlSeconds: 600,
    });
    const text = JSON.stringify(sent);
    expect(text).not.toMatch(/482 ?913|sealed/);
    await tellRelease(test, kofi, '482913', 'other');
    test.clock.advance(10 * MINUTE_MS);
    await run();
    expect(sent).toHaveLength(1);
  });

  it('is small, whatever stands in it', async () => {
    await save(kofi, nameOf(kofi));
    await tell(test, kofi, {
      kind: 'digit_revealed',
      data: { voucher: ULID, amount: 9e9, currency: 'NGN', username: 'ọ'.repeat(3000) },
    });
    await run();
    expect(Buffer.byteLength(JSON.stringify(sent[0]?.message.data))).toBeLessThan(3_500);
    expect(sent[0]?.message).toMatchObject({ topic: ULID, data: { voucher: ULID } });
  });

  it('has all of a long notice, and no half of a character', async () => {
    await save(kofi, nameOf(kofi));
    const text = `${'x'.repeat(498)}ab`;
    await tell(test, kofi, { kind: 'announcement', data: { text } });
    await tell(test, kofi, { kind: 'announcement', data: { text: `${'x'.repeat(499)}🎁` } });
    await run();
    const bodies = sent.map(({ message }) => message.data['body'] ?? '');
    expect(bodies).toHaveLength(2);
    expect(bodies).toContain(text);
    for (const body of bodies) expect(body.isWellFormed()).toBe(true);
  });

  it('is sent, though it is not listed, where only that is chosen', async () => {
    await save(kofi, nameOf(kofi));
    await choose(test, kofi, { channels: { ...DEFAULT_CHANNELS, won: ['push'] } });
    await tell(test, kofi);
    expect((await noticesPage(test, kofi)).data).toEqual([]);
    await run();
    expect(sent).toHaveLength(1);
  });

  it('is not sent for what is turned off, by then either, or was read', async () => {
    for (const person of [kofi, uche, ada]) await save(person, nameOf(person));
    const off = { channels: { ...DEFAULT_CHANNELS, won: ['in_app' as const] } };
    await choose(test, kofi, off);
    for (const person of [kofi, uche, ada]) await tell(test, person);
    await choose(test, uche, off);
    await readNotices(test, ada, { all: true });
    await run();
    expect(sent).toEqual([]);
    expect(await waiting()).toBe(0);
  });

  it('waits for the end of quiet hours, which is no try', async () => {
    // It is 10:00 in Lagos.
    test.clock.advance(DAY_MS - ((test.clock.now() - 9 * HOUR_MS) % DAY_MS));
    await save(kofi, nameOf(kofi));
    await choose(test, kofi, { quiet_hours: { from: '09:30', to: '11:00' } });
    await tell(test, kofi);
    await run();
    test.clock.advance(HOUR_MS - 1);
    await run();
    expect(sent).toEqual([]);
    const [row] = await test.deps.db.select().from(pushDeliveries);
    expect(row?.tries).toBe(0);
    test.clock.advance(1);
    await run();
    expect(sent).toHaveLength(1);
  });

  it('is not sent once the session of its device has ended', async () => {
    await save(kofi, nameOf(kofi));
    await tell(test, kofi);
    await test.deps.db
      .update(sessions)
      .set({ expiresAt: dateOf(test.clock) })
      .where(eq(sessions.userId, kofi.userId));
    await run();
    expect(sent).toEqual([]);
  });
});

describe('a digit', () => {
  it('is pushed while its giveaway goes on, and no more once that is over', async () => {
    const { ulid, code } = await openGiveaway(test, ada);
    await save(kofi, nameOf(kofi));
    const tellDigit = (): Promise<void> =>
      tell(test, kofi, {
        kind: 'digit_revealed',
        data: { voucher: ulid, amount: 5, currency: 'NGN' },
      });
    await tellDigit();
    await run();
    expect(sent).toHaveLength(1);
    await tellDigit();
    await guess(test, uche, ulid, code);
    await run();
    expect(sent).toHaveLength(1);
    expect(await waiting()).toBe(0);
  });

  it('that waits for its push is not pushed to who mutes its giveaway meanwhile', async () => {
    const { ulid } = await openGiveaway(test, ada);
    for (const person of [kofi, uche]) {
      await save(person, nameOf(person));
      const data = { voucher: ulid, amount: 5, currency: 'NGN' };
      await tell(test, person, { kind: 'digit_revealed', data });
    }
    await test.call('POST', `/vouchers/${ulid}/mute`, { token: kofi.token });
    await run();
    expect(sent).toMatchObject([{ token: nameOf(uche) }]);
    expect(await waiting()).toBe(0);
  });
});

describe('a service that does not take a message', () => {
  const due = async (): Promise<number> => {
    const [row] = await test.deps.db.select().from(pushDeliveries);
    return row ? row.dueAt.getTime() - test.clock.now() : 0;
  };

  it('is asked again after a pause that grows, or that it wants, and not for ever', async () => {
    await save(kofi, nameOf(kofi));
    await tell(test, kofi);
    const later = { kind: 'later', reason: 'away' } as const;
    outcomes = [later, later, { ...later, retryAfterMs: 5 * MINUTE_MS }];
    const pausesMs = [];
    for (let tries = 0; tries < 3; tries += 1) {
      await run();
      pausesMs.push(await due());
      test.clock.advance((await due()) - 1);
      await run();
      expect(sent).toHaveLength(tries + 1);
      test.clock.advance(1);
    }
    const [first = 0, second = 0, asked] = pausesMs;
    expect(first).toBeGreaterThanOrEqual(10 * SECOND_MS);
    expect(first).toBeLessThan(20 * SECOND_MS);
    expect(second).toBeGreaterThanOrEqual(20 * SECOND_MS);
    expect(second).toBeLessThan(40 * SECOND_MS);
    expect(asked).toBe(5 * MINUTE_MS);
    outcomes = Array.from({ length: 20 }, () => later);
    for (let hour = 0; hour < 20; hour += 1) {
      await run();
      test.clock.advance(HOUR_MS);
    }
    expect(sent).toHaveLength(8);
    expect(await waiting()).toBe(0);
  });

  it('and no longer knows a token: it is deleted, and nothing else of its user', async () => {
    await save(kofi, nameOf(kofi));
    await save(uche, nameOf(uche));
    await tell(test, kofi);
    outcomes = [{ kind: 'gone' }];
    await run();
    expect([await tokensOf(kofi), await tokensOf(uche)]).toEqual([0, 1]);
    expect((await noticesPage(test, kofi)).data).toHaveLength(1);
    await tell(test, kofi);
    await run();
    expect(sent).toHaveLength(1);
  });

  it('and refuses it: the token stays, and it is not sent again', async () => {
    await save(kofi, nameOf(kofi));
    await tell(test, kofi);
    outcomes = [{ kind: 'refused', reason: 'ours' }];
    await run();
    await run();
    expect(sent).toHaveLength(1);
    expect(await tokensOf(kofi)).toBe(1);
  });
});
