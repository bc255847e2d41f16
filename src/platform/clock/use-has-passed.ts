import { useCallback, useSyncExternalStore } from 'react';

import { serverNow } from './server-time.ts';

/** How late it may be noticed, ms. Looked at in steps: a phone that slept would miss a single timer. */
const CHECK_INTERVAL_MS = 10_000;

/**
 * Whether a moment has come, by the server's clock. Renders when it does, not with every look at the clock; false on the server and
 * in the first render.
 * @param atMs ms since the epoch; undefined for what has no such moment
 */
export function useHasPassed(atMs: number | undefined): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      if (atMs === undefined) return () => undefined;
      const timer = setInterval(onChange, CHECK_INTERVAL_MS);
      return () => clearInterval(timer);
    },
    [atMs],
  );
  return useSyncExternalStore(
    subscribe,
    () => atMs !== undefined && serverNow() >= atMs,
    () => false,
  );
}
