import type { Clock } from '../clock.ts';

/**
 * Keeps what `read` gives for a key for a while, so that lists which hardly change are not asked for at each
 * request. Callers at once share one question; a failure is not kept.
 */
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
