import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { WAIT_MS } from '../../../contract/constants.ts';
import type { Db } from '../../../server/db/database.ts';
import { vouchers } from '../../../server/db/schema/vouchers.ts';
import { createGuessCounter } from '../../../server/giveaways/guess/guess-counter.ts';
import { guess, openGiveaway, wrongCode } from '../../fixtures/api/giveaways.ts';
import { setUpApp, setUpPeople } from '../../fixtures/api/set-up.ts';

const test = setUpApp();
const { ada, kofi, wanjiru } = setUpPeople(test, {
  ada: { walletMinor: 1_000_000n },
  kofi: {},
  wanjiru: {},
});

const countOf = async (ulid: string): Promise<number | undefined> =>
  (await test.deps.db.select().from(vouchers).where(eq(vouchers.ulid, ulid)))[0]?.guessCount;

describe('how many guesses a giveaway has', () => {
  it('is written in batches, each guess once, whatever is sent again', async () => {
    const { ulid, code } = await openGiveaway(test, ada);
    const key = `counted-${test.round}`;
    for (const person of [kofi, wanjiru, kofi])
      await guess(test, person, ulid, wrongCode(code), { key });
    expect(await countOf(ulid)).toBe(0);
    await test.deps.guessCounts.flush();
    expect(await countOf(ulid)).toBe(2);
    await test.deps.guessCounts.flush();
    expect(await countOf(ulid)).toBe(2);
  });

  it('is exact once it has ended, with those that no batch has written, and none twice', async () => {
    const { ulid, code } = await openGiveaway(test, ada);
    await guess(test, wanjiru, ulid, wrongCode(code));
    await guess(test, kofi, ulid, code);
    expect(await countOf(ulid)).toBe(2);
    await test.deps.guessCounts.flush();
    expect(await countOf(ulid)).toBe(2);
  });

  it('is kept while the database is away', async () => {
    const { id, ulid, code } = await openGiveaway(test, ada);
    for (const person of [kofi, wanjiru]) await guess(test, person, ulid, wrongCode(code));
    let isAway = true;
    const db = {
      transaction: (work: never) =>
        isAway ? Promise.reject(new Error('away')) : test.deps.db.transaction(work),
    } as unknown as Db;
    const counter = createGuessCounter({ db, log: { error: () => undefined } });
    counter.add(id);
    await expect(counter.flush()).rejects.toThrow('away');
    isAway = false;
    counter.add(id);
    await counter.stop();
    expect(await countOf(ulid)).toBe(2);
    // The app has counted them as well, and would add them when it stops.
    test.clock.advance(WAIT_MS);
    await guess(test, kofi, ulid, code);
  });
});
