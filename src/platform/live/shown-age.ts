import { useEffect, useSyncExternalStore } from 'react';

import { createListeners } from '../../../local/listeners.ts';

/** When what is on screen was fetched, by whoever shows it; ms since the epoch. */
const shown = new Map<object, number>();
const changed = createListeners();

const oldest = (): number | undefined => (shown.size > 0 ? Math.min(...shown.values()) : undefined);

/**
 * Says how old something on screen is, for as long as it is there.
 * @param fetchedAt ms since the epoch; undefined while there is nothing to see
 */
export function useShownAge(fetchedAt: number | undefined): void {
  useEffect(() => {
    if (fetchedAt === undefined) return undefined;
    const own = {};
    shown.set(own, fetchedAt);
    changed.notify();
    return () => {
      shown.delete(own);
      changed.notify();
    };
  }, [fetchedAt]);
}

/** When the oldest of what is on screen was fetched, ms since the epoch; undefined where nothing has an age. */
export const useOldestShown = (): number | undefined =>
  useSyncExternalStore(changed.add, oldest, () => undefined);
