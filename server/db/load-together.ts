import DataLoader from 'dataloader';

/** The most that one statement is asked for; it may say so itself, as a limit, for the database to plan by. */
export const LOADED_TOGETHER_MAX = 16;

interface Gathering {
  /** How long the first of them waits for others; only to the end of its turn of the event loop without it. */
  readonly waitMs?: number;
  /** The most that are asked for at once. */
  readonly max?: number;
}

/** For those who wait for the next write of the second anyway: hardly any of what a statement costs is left for each. */
export const BATCHED: Gathering = { waitMs: 100, max: 1_000 };

/**
 * Turns a statement that reads many into a function that reads one: what is asked for in one turn of the event loop is
 * asked for together. Nothing is kept, so each answer is as fresh as if it had been asked for alone.
 * @param load gives as many values as there are keys, in their order, or what the one who asked for it is to be thrown;
 * what it throws itself, each of them throws
 */
export function loadTogether<Key, Value>(
  load: (keys: readonly Key[]) => Promise<readonly (Value | Error)[]>,
  { waitMs, max = LOADED_TOGETHER_MAX }: Gathering = {},
): (key: Key) => Promise<Value> {
  const loader = new DataLoader<Key, Value>(load, {
    cache: false,
    maxBatchSize: max,
    // Each socket is read in a callback of its own; the end of the turn comes after all that are ready.
    batchScheduleFn: (dispatch) =>
      void (waitMs === undefined ? setImmediate(dispatch) : setTimeout(dispatch, waitMs)),
  });
  return (key) => loader.load(key);
}
