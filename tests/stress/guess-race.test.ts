import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';

import { DAY_MS } from '../../contract/durations.ts';
import { guesses } from '../../server/db/schema/giveaways.ts';
import { vouchers } from '../../server/db/schema/vouchers.ts';
import { listBalances } from '../../server/wallet/list-balances.ts';
import type { Person } from '../fixtures/api/people.ts';
import { sendTo, sendUntilAnswered, type Answer } from './http-client.ts';
import { setUpServers } from './mortal-server.ts';
import { addCreator, addPeople, CODE, setUpScene, postGiveaway } from './scene.ts';

const PEOPLE = 200;
const PRIZE = 10_000;

const scene = setUpScene();
const startServer = setUpServers(scene);
let people: Person[];
let creator: Person;

beforeAll(async () => {
  people = await addPeople(scene.deps, 'guesser', PEOPLE);
  creator = await addCreator(scene.deps, 'creator', 4);
});

/** One has won, the others were too late, and the winner has the prize on top of what they had. */
async function expectOneWinner(
  answers: readonly Answer[],
  heldBefore: readonly number[],
): Promise<void> {
  const won = answers.filter(({ status }) => status === 200);
  expect(won).toHaveLength(1);
  expect(won[0]?.body).toMatchObject({ result: 'won' });
  const late = answers.filter(({ status }) => status === 409);
  expect(late).toHaveLength(PEOPLE - 1);
  for (const { body } of late) {
    expect(body).toMatchObject({
      code: 'voucher_used',
      message: 'This voucher has already been used',
    });
  }
  const held = await balances();
  const gained = held.map((amount, index) => amount - (heldBefore[index] ?? 0));
  expect(
    gained.map((gain, index) => (answers[index]?.status === 200 ? gain - PRIZE : gain)),
  ).toEqual(people.map(() => 0));
}

const balances = (): Promise<number[]> =>
  Promise.all(
    people.map(
      async ({ userId }) =>
        (await listBalances(scene.deps.db, userId, new Date()))['NGN']?.amount ?? 0,
    ),
  );

describe(`${PEOPLE} right guesses at the same moment`, () => {
  it('have one winner over two servers', async () => {
    const ulid = await postGiveaway(scene.deps, creator);
    const before = await balances();
    const servers = await Promise.all([startServer(), startServer()]);
    const answers = await Promise.all(
      people.map(({ token }, index) => {
        const body = { voucher_id: ulid, code: CODE };
        const call = { token, path: '/vouchers/submit', body, key: `race-${ulid}` };
        return (servers[index % 2] ?? servers[0]).send(call);
      }),
    );
    await expectOneWinner(answers, before);
  });

  it.each([0, 2 * DAY_MS])(
    'leave right and wrong guesses numbered, and the one that wins is the last, of accounts %d ms old',
    async (ageMs) => {
      const guessers = await addPeople(scene.deps, `of_${ageMs}`, 60, ageMs);
      const ulid = await postGiveaway(scene.deps, creator);
      const send = sendTo(scene.app);
      const sent = guessers.map(({ token }, index) => {
        const code = index % 20 === 10 ? CODE : String(1_000_000_000_000 + index);
        return sendUntilAnswered(send, {
          token,
          path: '/vouchers/submit',
          body: { voucher_id: ulid, code },
        });
      });
      const answers = await Promise.all(sent);
      const numbers = answers.flatMap(({ body }) =>
        body['guess_number'] === undefined ? [] : [Number(body['guess_number'])],
      );
      expect(new Set(numbers).size).toBe(numbers.length);
      const won = answers.filter(({ status }) => status === 200);
      expect(won.map(({ body }) => body['guess_number'])).toEqual([Math.max(...numbers)]);
      const [voucher] = await scene.deps.db.select().from(vouchers).where(eq(vouchers.ulid, ulid));
      expect(voucher?.guessCount).toBe(numbers.length);
      expect(await scene.deps.db.$count(guesses, eq(guesses.voucherId, voucher?.id ?? 0))).toBe(
        numbers.length,
      );
      for (const { status, body } of answers)
        if (status !== 200 && status !== 422) expect(body['code']).toBe('voucher_used');
    },
  );
});
