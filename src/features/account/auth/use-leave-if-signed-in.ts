import { useEffect } from 'react';

import { navigate } from '../../../platform/routing/router.tsx';
import { readSession } from '../../../platform/session/session.ts';

/** Sends on those who open a log-in or sign-up page although they are signed in. Looks once, on arrival. */
export function useLeaveIfSignedIn(readTarget: () => string): void {
  useEffect(() => {
    let isHere = true;
    void readSession().then((session) => {
      if (isHere && session === 'signed-in') navigate(readTarget(), { replace: true });
    });
    return () => {
      isHere = false;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- on arrival only; signing up goes elsewhere
  }, []);
}
