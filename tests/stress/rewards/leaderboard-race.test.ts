import { expect, it } from 'vitest';

import { PERIODS } from '../../../contract/rewards/reasons.ts';
import { inTransaction } from '../../../server/db/transaction.ts';
import { countWins, movePoints } from '../../../server/rewards/points.ts';
import { foldStandings, readLeaderboard } from '../../../server/rewards/leaderboard.ts';
import { addPeople, expectCleanBooks, setUpScene } from '../scene.ts';

const PEOPLE = 12;
const ROUNDS = 40;

/** One test counts wins of giveaways that do not exist. */
const scene = setUpScene(undefined, { checksBooks: false });

it('counts everybody once, while people earn, win and are added up at the same moment', async () => {
  const { deps } = scene;
  const now = new Date();
  const ids = (await addPeople(deps, 'racer', PEOPLE))
    .map(({ userId }) => userId)
    .toSorted((a, b) => a - b);
  const earn = (round: number) =>
    inTransaction(deps.db, async (tx) => {
      // As when arrivals are settled: several sharers in one transaction, by rising ids.
      for (const userId of ids.filter((id) => (id + round) % 3 === 0))
        await movePoints(tx, {
          userId,
          delta: 50,
          reason: 'share',
          reference: `share:${round}:${userId}`,
          now,
        });
    });
  const rounds = Array.from({ length: ROUNDS }, (_, round) => [
    earn(round),
    // The same arrivals settled twice pay once.
    earn(round),
    foldStandings(deps.db),
    readLeaderboard(deps.db, ids[0] ?? 0, {}, now),
  ]);
  await Promise.all(rounds.flat());
  await expectCleanBooks(deps);

  for (const period of PERIODS) {
    const { data, people } = await readLeaderboard(deps.db, ids[0] ?? 0, { period }, now);
    expect(people).toBe(PEOPLE);
    const coins = data.reduce((sum, { points }) => sum + points, 0);
    const paid = Array.from(
      { length: ROUNDS },
      (_, round) => ids.filter((id) => (id + round) % 3 === 0).length,
    );
    expect(coins).toBe(50 * paid.reduce((sum, many) => sum + many, 0));
  }
  await foldStandings(deps.db);
  const { rows } = await deps.database.executeSql('select * from coin_standing_changes');
  expect(rows).toEqual([]);
  await expectCleanBooks(deps);
});

it('lets draws with many winners and sharers who earn pass each other', async () => {
  const { deps } = scene;
  const now = new Date();
  const ids = (await addPeople(deps, 'passer', PEOPLE))
    .map(({ userId }) => userId)
    .toSorted((a, b) => a - b);
  const backwards = ids.toReversed();
  const draw = () => inTransaction(deps.db, (tx) => countWins(tx, backwards, now));
  const earn = (round: number) =>
    inTransaction(deps.db, async (tx) => {
      for (const userId of ids)
        await movePoints(tx, {
          userId,
          delta: 50,
          reason: 'share',
          reference: `share:x${round}:${userId}`,
          now,
        });
    });
  await Promise.all(Array.from({ length: 20 }, (_, round) => [draw(), earn(round)]).flat());
  const { rows } = await deps.database.executeSql(
    `select distinct wins, points from coin_totals where user_id = any($1) and board = 'all'`,
    [ids],
  );
  expect(rows).toEqual([{ wins: 20, points: 1_000 }]);
  // No deadlock was broken on the way: the order of the rows is the same for both.
  const [stats] = (
    await deps.database.executeSql(
      `select deadlocks::int as n from pg_stat_database where datname = current_database()`,
    )
  ).rows;
  expect(stats).toEqual({ n: 0 });
});
