import type { Clock } from '../clock.ts';

/** Simultaneous callers share one read, and failures are not cached. */
export function keepFor<Key, Value>(
  keepMs: number,
  clock: Clock,
  read: (key: Key) => Promise<Value>,
): (key: Key) => Promise<Value> {
  const kept = new Map<Key, { readonly value: Promise<Value>; readonly untilMs: number }>();
  return async (key) => {
    const known = kept.get(key);
    if (known && known.untilMs > clock.now()) return known.value;
    const entry = { value: read(key), untilMs: clock.now() + keepMs };
    kept.set(key, entry);
    try {
      return await entry.value;
    } catch (error) {
      if (kept.get(key) === entry) kept.delete(key);
      throw error;
    }
  };
}
