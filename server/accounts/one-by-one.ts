/** Runs work of one key after what came before it for the same key; work of other keys does not wait. */
export type OneByOne<Key> = <T>(key: Key, work: () => Promise<T>) => Promise<T>;

/** A row for each key, as long as work stands in it. */
export function createOneByOne<Key>(): OneByOne<Key> {
  const lastOf = new Map<Key, Promise<unknown>>();
  return async (key, work) => {
    const mine = (lastOf.get(key) ?? Promise.resolve()).then(work);
    const end = mine.catch(() => undefined);
    lastOf.set(key, end);
    try {
      return await mine;
    } finally {
      if (lastOf.get(key) === end) lastOf.delete(key);
    }
  };
}
