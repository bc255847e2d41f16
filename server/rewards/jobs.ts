import { dateOf } from '../clock.ts';
import type { Deps } from '../deps.ts';
import { foldStandings } from './fold-standings.ts';
import { sweepBoards } from './sweep-boards.ts';

const FOLD_STANDINGS = 'fold-standings';
const SWEEP_BOARDS = 'sweep-boards';
const EVERY_MINUTE = '* * * * *';
const NIGHTLY = '23 3 * * *';

/** Keeps the leaderboards fast: adds up what has changed, and forgets weeks that are over. */
export function registerRewardJobs(deps: Deps): void {
  deps.jobs.handle(FOLD_STANDINGS, () => foldStandings(deps.db));
  deps.jobs.schedule(FOLD_STANDINGS, EVERY_MINUTE);
  deps.jobs.handle(SWEEP_BOARDS, () => sweepBoards(deps.db, dateOf(deps.clock)));
  deps.jobs.schedule(SWEEP_BOARDS, NIGHTLY);
}
