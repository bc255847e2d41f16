import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

import type { Database } from '../db/database.ts';
import { isDatabaseAway } from '../db/database-faults.ts';

type ExecuteSql = Database['executeSql'];

export interface PatientSql {
  readonly executeSql: ExecuteSql;
  /** Lets go of what still waits. */
  stop(): void;
}

const PAUSE_MS = 1_000;

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
  return {
    async executeSql(text, values) {
      for (let tries = 1; ; tries += 1) {
        try {
          return await executeSql(text, values);
        } catch (error) {
          if (!isDatabaseAway(error)) throw error;
          if (tries === 1) onAway(error);
          if (!signal.aborted) await pause();
          // Nobody is left who asks.
          if (signal.aborted) return { rows: [] };
        }
      }
    },
    stop: () => stopping.abort(),
  };
}
