import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';

import { vouchers } from '../../server/db/schema/vouchers.ts';
import type { Person } from '../fixtures/api/people.ts';
import type { Answer } from './http-client.ts';
import { setUpServers } from './mortal-server.ts';
import { addCreator, addPeople, CODE, setUpScene, postGiveaway } from './scene.ts';

const PEOPLE = 200;
const GIVEAWAYS = 3;
/**
 * Answers after which the process is killed. People go from one giveaway to the next, so each death meets
 * the first guesses on one of them.
 */
const DEATHS = [1, PEOPLE, 2 * PEOPLE];

const scene = setUpScene();
const startServer = setUpServers(scene);
let people: Person[];
let ulids: string[];

beforeAll(async () => {
  people = await addPeople(scene.deps, 'guesser', PEOPLE);
  const creator = await addCreator(scene.deps, 'creator', GIVEAWAYS);
  ulids = [];
  while (ulids.length < GIVEAWAYS) ulids.push(await postGiveaway(scene.deps, creator));
});

describe('a server that is killed again and again while all players guess right', () => {
  it('pays each giveaway once, and what it has answered stays true', async () => {
    const mortal = await startServer(DEATHS);
    const submit = (person: Person, ulid: string): Promise<Answer> =>
      mortal.send({
        token: person.token,
        path: '/vouchers/submit',
        body: { voucher_id: ulid, code: CODE },
        key: `guess-${ulid}`,
      });
    const guessers = ulids.flatMap((ulid) => people.map((person) => ({ person, ulid })));
    const answers = await Promise.all(
      guessers.map(async (guesser) => ({
        ...guesser,
        answer: await submit(guesser.person, guesser.ulid),
      })),
    );
    expect(mortal.deathCount).toBe(DEATHS.length);

    for (const ulid of ulids) {
      const onThis = answers.filter((guess) => guess.ulid === ulid);
      const won = onThis.filter(({ answer }) => answer.status === 200);
      expect(won.map(({ answer }) => answer.body['result'])).toEqual(['won']);
      expect(onThis.filter(({ answer }) => answer.status === 409)).toHaveLength(PEOPLE - 1);
      const [voucher] = await scene.deps.db.select().from(vouchers).where(eq(vouchers.ulid, ulid));
      expect(voucher).toMatchObject({
        status: 'completed',
        winnerId: won[0]?.person.userId,
        guessCount: 1,
      });
      const again = won[0] && (await submit(won[0].person, ulid));
      expect(again).toEqual(won[0]?.answer);
    }
  });
});
