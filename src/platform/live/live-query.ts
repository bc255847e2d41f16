import { useLiveQuery } from 'dexie-react-hooks';
import { useRef, useState } from 'react';

import { getDatabase, type GoodiesDatabase } from '../../../local/database.ts';
import { noteStorageWell, setDeviceState } from '../storage/device-state.ts';
import { checkStorage } from '../worker/data-worker.ts';

/** What a live read gives: nothing yet, or the rows as they stand now. */
export type LiveState<T> =
  | { readonly phase: 'loading' }
  | { readonly phase: 'ready'; readonly data: T };

/** Values that a read depends on; plain ones, so that equal ones are the same. */
export type LiveDeps = readonly (string | number | boolean | null | undefined)[];

export interface LiveOptions<T> {
  /** Stands in until the database has answered, and where it cannot. */
  readonly seed?: T | undefined;
  /** What is read, where `deps` only say how much of it: its former rows stay until the new ones are here. */
  readonly subject?: string;
}

export type UseLiveState = typeof useLiveState;

const LOADING: LiveState<never> = { phase: 'loading' };

getDatabase().on('blocked', () => {
  setDeviceState('blocked');
  getDatabase().on('ready', noteStorageWell);
});

/** Has what is wrong with the device's storage told and, where that can be, put right. Does not reject. */
async function recover(error: unknown): Promise<void> {
  try {
    const { recoverFrom } = await import('../storage/recover-storage.ts');
    await recoverFrom(error, checkStorage);
  } catch {
    // It is read once more in any case, and what fails then is shown.
  }
}

/** The half of `useLive` that needs Dexie; only ever imported by it, on demand. */
export function useLiveState<T>(
  query: (db: GoodiesDatabase) => Promise<T>,
  deps: LiveDeps,
  { seed, subject }: LiveOptions<T>,
): LiveState<T> {
  const key = JSON.stringify(deps);
  const [recoveries, setRecoveries] = useState(0);
  /** From a recovery until it is read well: what fails then is shown. */
  const isRepeated = useRef(false);
  const answer = useLiveQuery(async () => {
    try {
      const data = await query(getDatabase());
      isRepeated.current = false;
      return { key, subject, data };
    } catch (error) {
      if (!isRepeated.current)
        void recover(error).then(() => {
          isRepeated.current = true;
          setRecoveries((count) => count + 1);
        });
      else if (seed === undefined) throw error;
      return undefined;
    }
  }, [key, recoveries]);
  // After a change of deps the library goes on giving the last key's rows until the new ones are here.
  const isWanted = answer?.key === key || (subject !== undefined && answer?.subject === subject);
  if (answer && isWanted) return { phase: 'ready', data: answer.data };
  return seed === undefined ? LOADING : { phase: 'ready', data: seed };
}
