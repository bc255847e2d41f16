import DataLoader from 'dataloader';

export const LOADED_TOGETHER_MAX = 16;

interface Gathering {
  readonly waitMs?: number;
  readonly max?: number;
}

/** For requests that wait for a shared write anyway, so the delay costs them little. */
export const BATCHED: Gathering = { waitMs: 100, max: 1_000 };

/** Nothing is cached. @param load returns a value or an Error for each key, in the order of keys */
export function loadTogether<Key, Value>(
  load: (keys: readonly Key[]) => Promise<readonly (Value | Error)[]>,
  { waitMs, max = LOADED_TOGETHER_MAX }: Gathering = {},
): (key: Key) => Promise<Value> {
  const loader = new DataLoader<Key, Value>(load, {
    cache: false,
    maxBatchSize: max,
    // Each socket is read in its own callback, and `setImmediate` runs after all that are ready.
    batchScheduleFn: (dispatch) =>
      void (waitMs === undefined ? setImmediate(dispatch) : setTimeout(dispatch, waitMs)),
  });
  return (key) => loader.load(key);
}
