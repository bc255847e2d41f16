import { and, eq, inArray, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { DAY_MS } from '../../contract/durations.ts';
import { users } from '../../server/db/schema/accounts.ts';
import { guesses, guessWaits } from '../../server/db/schema/giveaways.ts';
import { vouchers } from '../../server/db/schema/vouchers.ts';
import type { Person } from '../fixtures/api/people.ts';
import { sendTo, type Answer } from './http-client.ts';
import { addCreator, addPeople, setUpScene, postGiveaway } from './scene.ts';

const PEOPLE = 24;
const AGE_MS = 2 * DAY_MS;
const TESTS = 5;

const scene = setUpScene();
let creator: Person;
let people: Person[];
let ulid: string;
let round = 0;

beforeAll(async () => {
  creator = await addCreator(scene.deps, 'creator', 2 * TESTS);
});
beforeEach(async () => {
  round += 1;
  people = await addPeople(scene.deps, `known_${round}`, PEOPLE, AGE_MS);
  ulid = await postGiveaway(scene.deps, creator);
});

const codeOf = (index: number): string => String(1_000_000_000_000 + index);

const guess = (
  person: Person | undefined,
  code: string,
  key?: string,
  on: string = ulid,
): Promise<Answer> =>
  sendTo(scene.app)({
    token: person?.token ?? '',
    path: '/vouchers/submit',
    body: { voucher_id: on, code },
    ...(key === undefined ? {} : { key }),
  });

const idOf = async (of: string): Promise<number> => {
  const [row] = await scene.deps.db
    .select({ id: vouchers.id })
    .from(vouchers)
    .where(eq(vouchers.ulid, of));
  return row?.id ?? 0;
};

/** In how many transactions the guesses on a voucher were written. */
const commitsOf = async (of: string): Promise<number> => {
  const [row] = await scene.deps.db
    .select({ commits: sql<number>`count(distinct xmin::text)::int` })
    .from(guesses)
    .where(eq(guesses.voucherId, await idOf(of)));
  return row?.commits ?? 0;
};

const guessCount = async (of: string): Promise<number> =>
  scene.deps.db.$count(guesses, eq(guesses.voucherId, await idOf(of)));

const statusesOf = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status);
const wrong = (count: number): number[] => Array.from({ length: count }, () => 422);

describe('wrong guesses of known people at the same moment', () => {
  it('are written together, each with its own number, wait and answer', async () => {
    const first = ulid;
    const answers = await Promise.all(
      people.map((person, index) => guess(person, codeOf(index), `together-${index}`)),
    );
    expect(statusesOf(answers)).toEqual(wrong(PEOPLE));
    const numbers = answers.map(({ body }) => Number(body['guess_number']));
    expect(new Set(numbers).size).toBe(PEOPLE);
    expect(await commitsOf(first)).toBeLessThan(PEOPLE / 2);
    const rows = await scene.deps.db
      .select({ number: guesses.number, userId: guesses.userId })
      .from(guesses)
      .where(inArray(guesses.number, numbers));
    const byUser = new Map(rows.map(({ userId, number }) => [userId, number]));
    expect(people.map(({ userId }) => byUser.get(userId))).toEqual(numbers);
    const waiting = await scene.deps.db.$count(
      guessWaits,
      and(eq(guessWaits.voucherId, await idOf(first)), sql`wait_until > now()`),
    );
    expect(waiting).toBe(PEOPLE);
    // Each answer stands under its own key.
    const again = await Promise.all(
      people.map((person, index) => guess(person, codeOf(index), `together-${index}`)),
    );
    expect(again.map(({ body }) => body)).toEqual(answers.map(({ body }) => body));
    expect(await guessCount(first)).toBe(PEOPLE);
  });

  it('do not disturb each other: one whose key is taken, one that waits, one with a limit, a newcomer', async () => {
    const [taken, waits, limited, onBreak, ...others] = people;
    const [newcomer] = await addPeople(scene.deps, `new_${round}`, 1);
    const { db } = scene.deps;
    await db
      .update(users)
      .set({ guessesPerDay: 1 })
      .where(eq(users.id, limited?.userId ?? 0));
    await db
      .update(users)
      .set({ breakUntil: new Date(Date.now() + DAY_MS) })
      .where(eq(users.id, onBreak?.userId ?? 0));
    const other = await postGiveaway(scene.deps, creator);
    const [here, before] = [ulid, guess(waits, codeOf(1))];
    await before;
    ulid = other;
    await guess(taken, codeOf(2), 'key-of-its-own');
    await guess(limited, codeOf(3));
    ulid = here;
    const [keyReused, stillWaits, usedUp, breaks, fresh, ...rest] = await Promise.all([
      guess(taken, codeOf(4), 'key-of-its-own'),
      guess(waits, codeOf(5)),
      guess(limited, codeOf(6)),
      guess(onBreak, codeOf(7)),
      guess(newcomer, codeOf(8)),
      ...others.map((person, index) => guess(person, codeOf(10 + index), `the-rest-${index}`)),
    ]);
    expect(keyReused?.body['code']).toBe('idempotency_key_reused');
    expect(stillWaits?.body['code']).toBe('wait');
    expect(usedUp?.body['code']).toBe('guesses_used_up');
    expect(breaks?.body['code']).toBe('on_break');
    expect(fresh?.status).toBe(422);
    expect(statusesOf(rest)).toEqual(wrong(others.length));
    // Theirs, the newcomer's, and the one that the waiting person began with.
    expect(await guessCount(here)).toBe(others.length + 2);
  });

  it('of one person: one is taken, another has to wait, the same again is the same', async () => {
    const [person] = people;
    const answers = await Promise.all([
      guess(person, codeOf(1)),
      guess(person, codeOf(2)),
      guess(person, codeOf(1)),
    ]);
    const [first, other, again] = answers;
    const isFirst = other?.status === 429;
    expect([first?.status, other?.status, again?.status]).toEqual(
      isFirst ? [422, 429, 422] : [429, 422, 429],
    );
    expect(await guessCount(ulid)).toBe(1);
  });

  it('of one person under one key on two giveaways: one is taken, and nothing is told of the other', async () => {
    const other = await postGiveaway(scene.deps, creator);
    const pairs = await Promise.all(
      people.map((person, index) =>
        Promise.all(
          [ulid, other].map((on) => guess(person, codeOf(index), `one-of-two-${index}`, on)),
        ),
      ),
    );
    for (const pair of pairs)
      expect(pair.map(({ body }) => String(body['code'])).toSorted()).toEqual([
        'idempotency_key_reused',
        'wrong_guess',
      ]);
    expect((await guessCount(ulid)) + (await guessCount(other))).toBe(PEOPLE);
  });

  it('wait for a giveaway that is ending where they are on it, and not where they are on another', async () => {
    const [ending, open] = [ulid, await postGiveaway(scene.deps, creator)];
    const [late, ...others] = people;
    const id = await idOf(ending);
    let release = (): void => undefined;
    const isEnding = new Promise<void>((resolve) => (release = resolve));
    let hasLock = (): void => undefined;
    const locked = new Promise<void>((resolve) => (hasLock = resolve));
    const end = scene.deps.db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(1, ${id}::int)`);
      hasLock();
      await isEnding;
    });
    await locked;
    const waiting = guess(late, codeOf(1));
    ulid = open;
    const answers = await Promise.all(others.map((person, index) => guess(person, codeOf(index))));
    expect(statusesOf(answers)).toEqual(wrong(others.length));
    expect(await guessCount(ending)).toBe(0);
    release();
    await end;
    expect((await waiting).status).toBe(422);
  });
});
