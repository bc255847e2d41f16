import { useEffect, useEffectEvent, useRef } from 'react';

import { useSession } from '../../../platform/session/session.ts';
import { useUser } from '../../../shared/accounts/user.ts';
import { isStoredGuessComplete, type GuessProps } from './guess.machine.ts';
import { dropClaim, isClaimDue, removeStoredGuess } from './stored-guess.ts';

/**
 * Sends the digits that a visitor has claimed once they may guess: signed in, and verified where the voucher wants it.
 * Only a tab that is looked at sends them. The command's stored key makes one guess of two tabs, and of a reload
 * before the answer.
 */
export function useSendStoredGuess({ voucher, guessing, reason }: GuessProps): void {
  const { ulid, entry_cost: cost = 0 } = voucher;
  const { state } = guessing;
  const isSignedIn = useSession() === 'signed-in';
  const mayGuess = useUser() !== undefined && isSignedIn && reason === undefined && cost === 0;
  const isReady = mayGuess && isStoredGuessComplete(state);
  const hasTried = useRef(false);
  const send = useEffectEvent(() => {
    if (document.hidden || hasTried.current || !isClaimDue(ulid, state.guess)) return;
    hasTried.current = true;
    if (!guessing.tries.includes(state.guess)) return guessing.claim();
    // It was answered before, and the ticket says so.
    removeStoredGuess(ulid);
    guessing.close();
  });
  useEffect(() => {
    if (!isReady) return undefined;
    send();
    const look = (): void => send();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [isReady]);
  const isWaiting = state.phase === 'limited';
  useEffect(() => {
    if (isWaiting) dropClaim(ulid);
  }, [isWaiting, ulid]);
}
