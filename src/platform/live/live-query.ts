import { useLiveQuery } from 'dexie-react-hooks';

import { getDatabase, type GoodiesDatabase } from '../../../local/database.ts';

/** What a live read gives: nothing yet, or the rows as they stand now. */
export type LiveState<T> =
  | { readonly phase: 'loading' }
  | { readonly phase: 'ready'; readonly data: T };

/** Values that a read depends on; plain ones, so that equal ones are the same. */
export type LiveDeps = readonly (string | number | boolean | null | undefined)[];

export interface LiveOptions<T> {
  /** Stands in until the database has answered. */
  readonly seed?: T | undefined;
}

export type UseLiveState = typeof useLiveState;

const LOADING: LiveState<never> = { phase: 'loading' };

/** The half of `useLive` that needs Dexie; only ever imported by it, on demand. */
export function useLiveState<T>(
  query: (db: GoodiesDatabase) => Promise<T>,
  deps: LiveDeps,
  { seed }: LiveOptions<T>,
): LiveState<T> {
  const key = JSON.stringify(deps);
  const answer = useLiveQuery(async () => ({ key, data: await query(getDatabase()) }), [key]);
  // After a change of deps the library goes on giving the last key's rows until the new ones are here.
  if (answer?.key === key) return { phase: 'ready', data: answer.data };
  return seed === undefined ? LOADING : { phase: 'ready', data: seed };
}
