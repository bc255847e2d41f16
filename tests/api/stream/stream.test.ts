import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { STREAM_VOUCHERS_MAX } from '../../../contract/constants.ts';
import { createSession } from '../../../server/accounts/sessions.ts';
import { dateOf } from '../../../server/clock.ts';
import { noteChange } from '../../../server/db/changes.ts';
import { inTransaction } from '../../../server/db/transaction.ts';
import { runAdmin } from '../../fixtures/api/admin.ts';
import { openCase } from '../../fixtures/api/cases.ts';
import { guess, openGiveaway, postGiveaway } from '../../fixtures/api/giveaways.ts';
import { tell } from '../../fixtures/api/notices.ts';
import { fillWallet, type Person } from '../../fixtures/api/people.ts';
import { changeUser, statementOf } from '../../fixtures/api/players.ts';
import { setUpApp, setUpPeople } from '../../fixtures/api/set-up.ts';
import { type OpenedStream, openStream } from '../../fixtures/api/streams.ts';

const NODE_MAX = 12;
const USER_MAX = 10;
const test = setUpApp({ env: { STREAMS_MAX: `${NODE_MAX}` } });
const { ada, kofi } = setUpPeople(test, {
  ada: { walletMinor: 100_000_000n },
  kofi: { walletMinor: 1_000_000n },
});

let origin: string;
beforeAll(async () => {
  origin = await test.app.listen({ port: 0, host: '127.0.0.1' });
});
beforeEach(() => expect.poll(() => test.deps.streams.count).toBe(0));

const open = (
  person: Pick<Person, 'token'>,
  more: { vouchers?: string[]; lastEventId?: string } = {},
) => openStream(origin, { token: person.token, ...more });
const kinds = ({ events }: OpenedStream): string[] => events.map(({ event }) => event);
const hears = async (stream: OpenedStream, ...expected: readonly string[]): Promise<void> => {
  await expect.poll(() => new Set(kinds(stream))).toEqual(new Set(expected));
};
/** What was sent before it has arrived after it. */
const tellBalance = async (person: Person): Promise<void> => {
  await inTransaction(test.deps.db, async (tx) => noteChange(tx, `balance:${person.userId}`));
};

async function newSession(person: Person): Promise<Pick<Person, 'token'>> {
  const { db, clock } = test.deps;
  const now = dateOf(clock);
  return {
    token: await createSession(db, { userId: person.userId, remember: true, userAgent: '', now }),
  };
}

describe('a stream', () => {
  it('is an event stream that nothing caches, and begins with an id alone', async () => {
    const stream = await open(ada);
    expect(stream.status).toBe(200);
    expect(stream.headers['content-type']).toBe('text/event-stream');
    expect(stream.headers['cache-control']).toBe('no-store');
    expect(stream.headers['content-encoding']).toBeUndefined();
    await expect.poll(() => stream.lastId).toMatch(/^[\da-f]{12}-\d+$/);
    expect(stream.events).toEqual([]);
  });

  it('tells the owner of a balance that it has changed, without the amount', async () => {
    const [own, other] = [await open(ada), await open(kofi)];
    await fillWallet(test.deps, ada.userId, 'nigeria', 500_00n);
    await expect.poll(() => own.events).toContainEqual({ event: 'balance', data: {} });
    await tellBalance(kofi);
    await hears(other, 'balance');
    expect(kinds(other)).toHaveLength(1);
  });

  it('tells whoever follows a giveaway of its views, its digits and its end', async () => {
    const { ulid, code, id } = await openGiveaway(test, ada);
    const stream = await open(kofi, { vouchers: [ulid] });
    const voucher = { event: 'voucher', data: { ulid } };
    const viewer = { key: 'd:viewer', trust: 2 as const, network: 'a' };
    test.deps.views.add(id, viewer);
    await test.deps.views.flush();
    await expect.poll(() => stream.events).toEqual([voucher]);
    await guess(test, kofi, ulid, code);
    await hears(stream, 'voucher', 'balance', 'notification');
    expect(JSON.stringify(stream.events)).not.toContain(code);
  });

  it('tells its creator that a voucher which waits for money has got it', async () => {
    const { ulid, id } = await postGiveaway(test, ada);
    const [own, other] = [
      await open(ada, { vouchers: [ulid] }),
      await open(kofi, { vouchers: [ulid] }),
    ];
    await inTransaction(test.deps.db, async (tx) => noteChange(tx, `voucher:${id}`));
    await tellBalance(kofi);
    await hears(own, 'voucher');
    await hears(other, 'balance');
  });

  it('tells of a notice, and of a case that was answered', async () => {
    const stream = await open(ada);
    await tell(test, ada);
    await hears(stream, 'notification');
    const [line] = await statementOf(test, ada);
    const { case_number } = await openCase(test, ada, line?.reference ?? '');
    await hears(stream, 'notification', 'case');
    const before = stream.events.length;
    await runAdmin(test.deps, ['answer', case_number, 'We look into it']);
    await expect
      .poll(() => stream.events.slice(before))
      .toContainEqual({ event: 'case', data: {} });
  });

  it('tells nothing of a transaction that was rolled back', async () => {
    const stream = await open(ada);
    const failed = inTransaction(test.deps.db, async (tx) => {
      noteChange(tx, `case:${ada.userId}`);
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    await tellBalance(ada);
    await hears(stream, 'balance');
  });
});

describe('a device that comes back', () => {
  it('hears what it has missed, once, and nothing else', async () => {
    const { ulid, id } = await openGiveaway(test, ada);
    const first = await open(kofi, { vouchers: [ulid] });
    await tellBalance(kofi);
    await hears(first, 'balance');
    first.close();
    await expect.poll(() => test.deps.streams.count).toBe(0);
    for (const _ of ['twice', 'the same'])
      await inTransaction(test.deps.db, async (tx) => noteChange(tx, `voucher:${id}`));
    await tellBalance(ada);
    const again = await open(kofi, { vouchers: [ulid], lastEventId: first.lastId });
    await expect.poll(() => again.events).toEqual([{ event: 'voucher', data: { ulid } }]);
    expect(again.lastId).not.toBe(first.lastId);
  });

  it.each([
    ['of another node', 'aaaaaaaaaaaa-1'],
    ['that is none', 'x'],
    ['without a number', 'aaaaaaaaaaaa-'],
  ])('with an id %s hears one event of each kind', async (_, lastEventId) => {
    const { ulid } = await openGiveaway(test, ada);
    const stream = await open(kofi, { vouchers: [ulid], lastEventId });
    await expect
      .poll(() => kinds(stream).toSorted())
      .toEqual(['balance', 'case', 'notification', 'voucher']);
  });

  it('hears one event of each kind after changes may have been missed', async () => {
    const stream = await open(ada);
    await expect.poll(() => stream.lastId).not.toBe('');
    const before = stream.lastId;
    test.deps.streams.reset();
    await hears(stream, 'balance', 'case', 'notification');
    const again = await open(ada, { lastEventId: before });
    await hears(again, 'balance', 'case', 'notification');
  });

  it('replaces the stream that its session had', async () => {
    const before = await open(ada);
    const after = await open(ada);
    await expect.poll(() => before.isOver).toBe(true);
    expect(test.deps.streams.count).toBe(1);
    await tellBalance(ada);
    await hears(after, 'balance');
  });
});

describe('a quiet stream', () => {
  it('gets a comment with the newest id', async () => {
    const stream = await open(ada);
    await tellBalance(kofi);
    await expect
      .poll(async () => {
        await test.deps.streams.comment();
        return stream.comments;
      })
      .toBeGreaterThan(0);
    const [, number] = stream.lastId.split('-');
    expect(Number(number)).toBeGreaterThan(0);
    expect(stream.events).toEqual([]);
  });

  it.each([
    ['a log-out', (person: Person) => test.call('POST', '/logout', { token: person.token })],
    ['a block', (person: Person) => changeUser(test, person, { blockedAt: dateOf(test.clock) })],
    [
      'a freeze',
      (person: Person) => test.call('POST', '/user/freeze', { token: person.token, body: {} }),
    ],
  ])('ends after %s, while others go on', async (_, end) => {
    const [own, other] = [await open(ada), await open(kofi)];
    await test.deps.streams.endDeadSessions();
    expect(test.deps.streams.count).toBe(2);
    await end(ada);
    await test.deps.streams.endDeadSessions();
    await expect.poll(() => own.isOver).toBe(true);
    expect([test.deps.streams.count, other.isOver]).toEqual([1, false]);
  });
});

describe('streams', () => {
  it('are limited for each user and each node, with a time to come again', async () => {
    const sessions = await Promise.all(Array.from({ length: USER_MAX }, () => newSession(ada)));
    for (const session of sessions) expect((await open(session)).status).toBe(200);
    const ofUser = await open(await newSession(ada));
    expect([ofUser.status, ofUser.headers['retry-after']]).toEqual([429, '5']);
    expect((await open(sessions[0] ?? ada)).status).toBe(200);
    const others = await Promise.all(
      Array.from({ length: NODE_MAX - USER_MAX }, () => newSession(kofi)),
    );
    for (const session of others) expect((await open(session)).status).toBe(200);
    const full = await open(await newSession(kofi));
    expect([full.status, full.headers['retry-after']]).toEqual([503, '60']);
  });

  it('are counted in the metrics, and their length is no response time', async () => {
    const stream = await open(ada);
    const { text } = await test.call('GET', 'root:/metrics');
    expect(text).toContain('\nstreams_open 1\n');
    stream.close();
    await expect.poll(() => test.deps.streams.count).toBe(0);
    const after = await test.call('GET', 'root:/metrics');
    expect(after.text).not.toContain('route="/api/v1/stream",status="200"');
  });

  it.each([
    ['no ULID', 'vouchers=1'],
    ['a ULID in small letters', 'vouchers=01arz3ndektsv4rrffq69g5fav'],
    [
      'too many',
      `vouchers=${Array(STREAM_VOUCHERS_MAX + 1)
        .fill('01ARZ3NDEKTSV4RRFFQ69G5FAV')
        .join(',')}`,
    ],
    ['another field', 'voucher=01ARZ3NDEKTSV4RRFFQ69G5FAV'],
  ])('are refused for %s', async (_, query) => {
    const reply = await test.call('GET', `/stream?${query}`, { token: ada.token });
    expect([reply.status, reply.body['code']]).toEqual([422, 'validation_failed']);
  });

  it('pass over a voucher that is not there', async () => {
    const stream = await open(ada, { vouchers: ['01ARZ3NDEKTSV4RRFFQ69G5FAV'], lastEventId: 'x' });
    await hears(stream, 'balance', 'case', 'notification');
  });
});
