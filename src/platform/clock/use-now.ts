import { useEffect, useState, useCallback, useSyncExternalStore } from 'react';

import { serverNow } from './server-time.ts';

export function useNow(intervalMs: number): Date {
  const [now, setNow] = useState(() => new Date(serverNow()));
  useEffect(() => {
    const renew = (): void => {
      if (!document.hidden) setNow(new Date(serverNow()));
    };
    const timer = setInterval(renew, intervalMs);
    // A tab that becomes visible again may show a time from yesterday.
    document.addEventListener('visibilitychange', renew);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', renew);
    };
  }, [intervalMs]);
  return now;
}

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
