import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { RISK_YOUNG_MS } from '../../../server/abuse/score-guess.ts';
import { vouchers } from '../../../server/db/schema/vouchers.ts';
import { openCountedDatabase, type CountedDatabase } from '../../fixtures/api/counted-database.ts';
import {
  guess,
  openGiveaway,
  soon,
  wrongCode,
  type Giveaway,
} from '../../fixtures/api/giveaways.ts';
import { addPerson, type Person } from '../../fixtures/api/people.ts';
import { startTestApp, type Reply, type TestApp } from '../../fixtures/api/test-app.ts';
import { changeUser } from '../../fixtures/api/players.ts';

let counted: CountedDatabase;
let test: TestApp;
let ada: Person;
let people = 0;
beforeAll(async () => {
  counted = await openCountedDatabase();
  test = await startTestApp({}, counted.database);
  ada = await addPerson(test.deps, 'ada', { walletMinor: 10_000_000n });
  // What the queue tidies up now and then is not what is compared.
  await test.deps.jobs.stop();
});
afterAll(() => test.close());

/** A user whose account is new, or a day old. */
async function addGuesser(ageMs: number): Promise<Person> {
  people += 1;
  const person = await addPerson(test.deps, `guesser_${people}`);
  const createdAt = new Date(test.clock.now() - ageMs);
  await changeUser(test, person, { createdAt });
  return person;
}

type Send = (code: string) => Promise<Reply>;

interface Refusal {
  readonly what: string;
  readonly code: string;
  /** Brings a user about to be refused on the voucher; how they guess then. */
  readonly begin: (person: Person, voucher: Giveaway) => Promise<Send>;
}

const NO_LIMITS = { guesses_per_day: null, break_until: null };

const limit = async (person: Person, limits: Partial<Record<keyof typeof NO_LIMITS, unknown>>) => {
  const body = { ...NO_LIMITS, ...limits };
  const reply = await test.call('PUT', '/user/limits', { token: person.token, body });
  expect(reply.status, reply.text).toBe(200);
};

const REFUSALS: readonly Refusal[] = [
  {
    what: 'a key that has another answer',
    code: 'idempotency_key_reused',
    begin: async (person, voucher) => {
      const other = await openGiveaway(test, ada);
      const send = (ulid: string, code: string) =>
        guess(test, person, ulid, code, { key: `spent-key-${person.userId}` });
      const first = await send(other.ulid, wrongCode(other.code));
      expect(first.body).toMatchObject({ code: 'wrong_guess' });
      return (code) => send(voucher.ulid, code);
    },
  },
  {
    what: 'a break',
    code: 'on_break',
    begin: async (person, voucher) => {
      const until = soon(test);
      await limit(person, { break_until: until });
      return (code) => guess(test, person, voucher.ulid, code);
    },
  },
  {
    what: 'a cap that is used up',
    code: 'guesses_used_up',
    begin: async (person, voucher) => {
      await limit(person, { guesses_per_day: 1 });
      const other = await openGiveaway(test, ada);
      await guess(test, person, other.ulid, wrongCode(other.code));
      return (code) => guess(test, person, voucher.ulid, code);
    },
  },
  {
    what: 'a start that is still to come',
    code: 'voucher_not_started',
    begin: async (person, voucher) => {
      const startsAt = new Date(soon(test));
      await test.deps.db.update(vouchers).set({ startsAt }).where(eq(vouchers.id, voucher.id));
      return (code) => guess(test, person, voucher.ulid, code);
    },
  },
  {
    what: 'a wait',
    code: 'wait',
    begin: async (person, voucher) => {
      await guess(test, person, voucher.ulid, wrongCode(voucher.code, 9));
      return (code) => guess(test, person, voucher.ulid, code);
    },
  },
];

describe.each([
  ['a new account', 0],
  ['an account that is a day old', RISK_YOUNG_MS],
])('a guess of %s that is refused', (_who, ageMs) => {
  it.each(REFUSALS)('for $what asks the same of the database, right or wrong', async (refusal) => {
    const person = await addGuesser(ageMs);
    const voucher = await openGiveaway(test, ada);
    const send = await refusal.begin(person, voucher);
    const refused = (code: string): Promise<readonly string[]> =>
      counted.during(async () => {
        expect((await send(code)).body).toMatchObject({ code: refusal.code });
      });
    // What is asked only once is behind it.
    await refused(wrongCode(voucher.code, 1));
    expect(await refused(voucher.code)).toEqual(await refused(wrongCode(voucher.code, 2)));
  });
});

it('two guesses under one key at the same moment count once, on whichever vouchers', async () => {
  const person = await addGuesser(RISK_YOUNG_MS);
  const vouchers = [await openGiveaway(test, ada), await openGiveaway(test, ada)];
  const key = 'one-for-two-vouchers';
  const replies = await Promise.all(
    vouchers.map(({ ulid, code }) => guess(test, person, ulid, wrongCode(code), { key })),
  );
  expect(replies.map(({ body }) => String(body['code'])).toSorted()).toEqual([
    'idempotency_key_reused',
    'wrong_guess',
  ]);
});
