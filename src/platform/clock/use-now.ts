import { useEffect, useState } from 'react';

import { serverNow } from './server-time.ts';

/** The server's time as far as it is known, renewed at this interval while the page can be seen. For what is only ever shown in the browser. */
export function useNow(intervalMs: number): Date {
  const [now, setNow] = useState(() => new Date(serverNow()));
  useEffect(() => {
    const renew = (): void => {
      if (!document.hidden) setNow(new Date(serverNow()));
    };
    const timer = setInterval(renew, intervalMs);
    // The interval may be long, and what is seen again may be from yesterday.
    document.addEventListener('visibilitychange', renew);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', renew);
    };
  }, [intervalMs]);
  return now;
}
