import { setTimeout as pause } from 'node:timers/promises';

import { MINUTE_MS, SECOND_MS } from '../../contract/durations.ts';
import type { Handler } from './jobs.ts';

const PAUSE_MS = 5 * SECOND_MS;
/** The last run begins in time for the next minute's job. */
const RUNS = MINUTE_MS / PAUSE_MS - 1;

/**
 * Cron begins a job once a minute at most, so this one does its work again and again until the next minute. A slow
 * run delays no later one, so the work has to be safe to do beside itself.
 */
export const everyFewSeconds =
  (work: () => Promise<void>): Handler =>
  async (_data, _request, stopping) => {
    const runs: Promise<void>[] = [];
    for (let run = 0; run < RUNS && !stopping.aborted; run += 1) {
      const begun = work();
      // A failure is thrown below; unhandled until then, it would end the process.
      begun.catch(() => undefined);
      runs.push(begun);
      await pause(PAUSE_MS, undefined, { signal: stopping }).catch(() => undefined);
    }
    await Promise.all(runs);
  };
