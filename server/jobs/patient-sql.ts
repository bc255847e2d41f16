import { setMaxListeners } from 'node:events';
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';

import type { Database } from '../db/database.ts';
import { isDatabaseAway } from '../db/database-faults.ts';

type ExecuteSql = Database['executeSql'];

export interface PatientSql {
  readonly executeSql: ExecuteSql;
  /** Lets go of what still waits. */
  stop(): void;
  /**
   * Resolves when no statement runs any more, nor one that it led to; the database is asked for nothing from then on.
   */
  close(): Promise<void>;
}

const PAUSE_MS = 1_000;
/** To a runner that stops: it takes no rows at all for no jobs, and for an end that it cannot confirm. */
const NO_ANSWER = { rows: undefined as never };

/**
 * Statements of the job runner, which wait for a database that is away. It does not look at what becomes of those
 * that say how a job ended, so that a failed one would end the process; and a job whose end is not written down
 * runs again. Each of its statements may be repeated.
 * @param onAway told once for each statement that has to wait
 */
export function createPatientSql(
  executeSql: ExecuteSql,
  onAway: (error: unknown) => void,
  pauseMs: number = PAUSE_MS,
): PatientSql {
  const stopping = new AbortController();
  const { signal } = stopping;
  // As many as there are queues, and jobs that have just ended.
  setMaxListeners(0, signal);
  const pause = (): Promise<void> => delay(pauseMs, undefined, { signal }).catch(() => undefined);
  const repeat: ExecuteSql = async (...statement) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await executeSql(...statement);
      } catch (error) {
        if (!isDatabaseAway(error)) throw error;
        if (tries === 1) onAway(error);
        if (!signal.aborted) await pause();
        if (signal.aborted) return NO_ANSWER;
      }
    }
  };

  const underWay = new Set<Promise<unknown>>();
  let isClosed = false;
  return {
    async executeSql(...statement) {
      if (isClosed) return NO_ANSWER;
      const answer = repeat(...statement);
      underWay.add(answer);
      try {
        return await answer;
      } finally {
        underWay.delete(answer);
      }
    },
    stop: () => stopping.abort(),
    async close() {
      while (underWay.size > 0) {
        await Promise.allSettled(underWay);
        // Who asked for it has its answer now, and may ask for more.
        await turn();
      }
      isClosed = true;
    },
  };
}
