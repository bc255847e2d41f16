import { useCallback, useSyncExternalStore } from 'react';

import { serverNow } from './server-time.ts';

/** The time is polled, because a phone that slept would miss a single timer. */
const CHECK_INTERVAL_MS = 10_000;

/** Whether a moment (ms since the epoch) has passed; false on the server and at first render. */
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
