import { asc, eq, inArray, or } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';

import { adminActions } from '../../../server/db/schema/operations.ts';
import { holds } from '../../../server/db/schema/ledger.ts';
import { mails } from '../../../server/db/schema/notifications.ts';
import type { Deps } from '../../../server/deps.ts';
import { submitGuess } from '../../../server/giveaways/guess/submit-guess.ts';
import { runAdmin } from '../../fixtures/api/admin.ts';
import { addPerson, nairaOf, type Person } from '../../fixtures/api/people.ts';
import { suspect } from '../../fixtures/api/suspects.ts';
import { setUpDeaths } from '../mortal-connections.ts';
import { outcomeOf } from '../payment-voucher-scene.ts';
import { addCreator, CODE, setUpScene, postGiveaway, PRIZE_MINOR } from '../scene.ts';

/** More than the statements of either deed, in giveaways and the money for them. */
const MANY = 60;
const NAIRA = 100;
const PRIZE = Number(PRIZE_MINOR) / NAIRA;
const FREE = 5_000;
/** What the winner posts with it costs ₦11,000; of that, so much is held. */
const PLAYED_ON = PRIZE * 1.1 - FREE;

const scene = setUpScene();
const atEachDeath = setUpDeaths(scene);
let creator: Person;
let prizes = 0;

beforeAll(async () => {
  creator = await addCreator(scene.deps, 'creator', MANY);
});

/** A held prize, of which a part was played with, so that it is held in a voucher. */
async function winHeld(): Promise<{ readonly holdId: number; readonly winner: Person }> {
  prizes += 1;
  const { deps } = scene;
  const winner = await addPerson(deps, `winner_${prizes}`, { walletMinor: BigInt(FREE * NAIRA) });
  await suspect(deps.db, winner.userId);
  const ulid = await postGiveaway(deps, creator);
  const { userId, username } = winner;
  const { body } = await submitGuess(deps, {
    caller: { userId, username, sessionId: 0, emailVerified: true, isPremium: false },
    body: { voucher_id: ulid, code: CODE },
    origin: { deviceId: undefined, network: undefined },
    requestKey: undefined,
  });
  expect(body).toMatchObject({ result: 'won' });
  await postGiveaway(deps, winner);
  const all = await deps.db.select({ id: holds.id, originId: holds.originId }).from(holds);
  const holdId = Math.max(...all.filter(({ originId }) => originId === null).map(({ id }) => id));
  return { holdId, winner };
}

/** The node of the scene mails notifications meanwhile. */
const OF_THE_DEEDS = inArray(mails.subject, ['Your prize is free', 'Your prize was taken back']);

/** Everything that either deed changes. */
async function look(holdId: number, winner: Person) {
  const { db } = scene.deps;
  const ended = await db
    .select({ outcome: holds.outcome })
    .from(holds)
    .where(or(eq(holds.id, holdId), eq(holds.originId, holdId)))
    .orderBy(asc(holds.id));
  return {
    winner: await nairaOf(scene.deps, winner),
    creator: await nairaOf(scene.deps, creator),
    outcomes: ended.map(({ outcome }) => outcome),
    written: await db.$count(adminActions),
    mails: await db.$count(mails, OF_THE_DEEDS),
  };
}
type World = Awaited<ReturnType<typeof look>>;

interface Deed {
  readonly run: (deps: Deps, holdId: number) => Promise<unknown>;
  readonly after: (before: World) => World;
}

const noted = (before: World) => ({ written: before.written + 1, mails: before.mails + 1 });
const DEEDS: Readonly<Record<string, Deed>> = {
  releasing: {
    run: (deps, holdId) => runAdmin(deps, ['release', String(holdId)]),
    after: (before) => ({ ...before, ...noted(before), outcomes: ['released', 'released'] }),
  },
  reversing: {
    run: (deps, holdId) => runAdmin(deps, ['reverse', String(holdId)]),
    after: (before) => ({
      ...noted(before),
      winner: (before.winner ?? 0) - (PRIZE - PLAYED_ON),
      creator: (before.creator ?? 0) + (PRIZE - PLAYED_ON),
      outcomes: ['reversed', null],
    }),
  },
};

describe('a process that ends between any two statements of', () => {
  it.each(Object.entries(DEEDS))(
    '%s a held prize: all of it or nothing, and once',
    async (_name, { run, after }) => {
      const first = await winHeld();
      await atEachDeath(
        (dying) => run(dying, first.holdId),
        async ({ meet, what, isCommitted, isWholeSent }, dying) => {
          const { holdId, winner } = await winHeld();
          const before = await look(holdId, winner);
          expect(before.outcomes, what).toEqual([null, null]);
          const done = after(before);
          expect((await meet((deps) => run(deps, holdId))) === 'done', what).toBe(isWholeSent);
          expect(await look(holdId, winner), what).toEqual(isCommitted ? done : before);
          // Done again, it says that it is done, or does it.
          const again = await outcomeOf(run(dying, holdId));
          if (isCommitted) expect(again, what).toMatch(/^hold \d+ is over/);
          else expect(again, what).toBe('done');
          expect(await look(holdId, winner), what).toEqual(done);
        },
      );
    },
  );
});
