import DataLoader from 'dataloader';

/** The most that one statement is asked for; it may say so itself, as a limit, for the database to plan by. */
export const LOADED_TOGETHER_MAX = 16;

/**
 * Turns a statement that reads many into a function that reads one: what is asked for in one turn of the event loop is
 * asked for together. Nothing is kept, so each answer is as fresh as if it had been asked for alone.
 * @param load gives as many values as there are keys, in their order; what it throws, each of them throws
 */
export function loadTogether<Key, Value>(
  load: (keys: readonly Key[]) => Promise<readonly Value[]>,
): (key: Key) => Promise<Value> {
  const loader = new DataLoader<Key, Value>(load, {
    cache: false,
    maxBatchSize: LOADED_TOGETHER_MAX,
    // Each socket is read in a callback of its own; this comes after all that are ready.
    batchScheduleFn: (dispatch) => void setImmediate(dispatch),
  });
  return (key) => loader.load(key);
}
