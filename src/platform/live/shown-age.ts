import { useEffect, useSyncExternalStore } from 'react';

import { createListeners } from '../store.ts';

const shown = new Map<object, number>();
const changed = createListeners();

const oldest = (): number | undefined => (shown.size > 0 ? Math.min(...shown.values()) : undefined);

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

export const useOldestShown = (): number | undefined =>
  useSyncExternalStore(changed.add, oldest, () => undefined);
