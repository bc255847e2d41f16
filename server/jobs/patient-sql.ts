import { setMaxListeners } from 'node:events';
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';

import type { Database } from '../db/database.ts';
import { isDatabaseAway } from '../db/database-faults.ts';

type ExecuteSql = Database['executeSql'];

export interface PatientSql {
  readonly executeSql: ExecuteSql;
  stop(): void;
  close(): Promise<void>;
}

const PAUSE_MS = 1_000;
/** A runner that stops takes this as no jobs, or as an end of a job that was not stored. */
const NO_ANSWER = { rows: undefined as never };

/** A failed statement of the job runner would end the process, so it waits for the database. */
export function createPatientSql(
  executeSql: ExecuteSql,
  onAway: (error: unknown) => void,
  pauseMs: number = PAUSE_MS,
): PatientSql {
  const stopping = new AbortController();
  const { signal } = stopping;
  // There may be one listener for each queue and each finished job.
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
        // The caller has its answer now and may send another statement.
        await turn();
      }
      isClosed = true;
    },
  };
}
