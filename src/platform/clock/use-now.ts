import { useEffect, useState } from 'react';

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
