import { dateOf } from '../clock.ts';
import type { Deps } from '../deps.ts';
import { EVERY_MINUTE } from '../jobs/cron.ts';
import { foldStandings } from './fold-standings.ts';
import { sweepBoards } from './sweep-boards.ts';

const FOLD_STANDINGS = 'fold-standings';
const SWEEP_BOARDS = 'sweep-boards';
const NIGHTLY = '23 3 * * *';

/** Keeps the leaderboards fast: adds up what has changed, and forgets weeks that are over. */
export function registerRewardJobs(deps: Deps): void {
  deps.jobs.handle(FOLD_STANDINGS, () => foldStandings(deps.db), EVERY_MINUTE);
  deps.jobs.handle(SWEEP_BOARDS, () => sweepBoards(deps.db, dateOf(deps.clock)), NIGHTLY);
}
