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

/** Looked at again at least so often, because a phone that slept would miss a single timer. */
const CHECK_INTERVAL_MS = 10_000;

/** Whether a moment (ms since the epoch) has passed; false on the server and at first render. */
export function useHasPassed(atMs: number | undefined): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      if (atMs === undefined) return () => undefined;
      let timer: ReturnType<typeof setTimeout>;
      const look = (): void => {
        onChange();
        const leftMs = atMs - serverNow();
        timer = setTimeout(
          look,
          leftMs > 0 ? Math.min(leftMs, CHECK_INTERVAL_MS) : CHECK_INTERVAL_MS,
        );
      };
      look();
      return () => clearTimeout(timer);
    },
    [atMs],
  );
  return useSyncExternalStore(
    subscribe,
    () => atMs !== undefined && serverNow() >= atMs,
    () => false,
  );
}
