import { get } from 'idb-keyval';
import { use, useSyncExternalStore } from 'react';

import { EVENTS, KEYS, LOCAL } from '../../../contract/storage-keys.ts';
import { createListeners } from '../../../local/listeners.ts';
import { readable } from '../lazy/readable-promise.ts';
import { clearToasts } from '../toast-store.ts';

/** Whether a user is signed in on this device; 'unknown' until the token's store has answered. */
export type SessionPhase = 'unknown' | 'signed-out' | 'signed-in';

let phase: SessionPhase = 'unknown';
let reading: Promise<SessionPhase> | undefined;
let isExpired = false;
const listeners = createListeners();

function storePhase(next: SessionPhase): SessionPhase {
  try {
    // The user did not sign out here: the browser has lost what it kept.
    if (phase === 'unknown' && next === 'signed-out')
      isExpired = !!localStorage[LOCAL.hasSignedIn] && !localStorage[LOCAL.unauthenticatedSession];
    if (next === 'signed-out') localStorage.setItem(LOCAL.unauthenticatedSession, '1');
    else {
      localStorage.removeItem(LOCAL.unauthenticatedSession);
      localStorage.setItem(LOCAL.hasSignedIn, '1');
    }
  } catch {
    // Without localStorage the guard asks the token's store on every start.
  }
  if (next === 'signed-in') isExpired = false;
  if (next !== phase) {
    phase = next;
    listeners.notify();
  }
  return next;
}

async function read(): Promise<SessionPhase> {
  try {
    return storePhase((await get<string>(KEYS.token)) ? 'signed-in' : 'signed-out');
  } catch {
    // IndexedDB refused (private mode in some browsers): there can be no session.
    return storePhase('signed-out');
  }
}

/** Resolves once it is known whether a user is signed in. Never rejects. */
export function readSession(): Promise<SessionPhase> {
  reading ??= readable(read());
  return reading;
}

/** Whether the last session ended by itself; false for a visitor and after a sign-out. */
export const hasSessionExpired = (): boolean => isExpired;

/** To be called when the server no longer knows the session, before `refreshSession`. */
export function noteSessionExpired(): void {
  isExpired = true;
}

/** To be called after a token was stored or removed: re-reads it and tells the rest of the app. */
export async function refreshSession(): Promise<SessionPhase> {
  reading = readable(read());
  const known = await reading;
  dispatchEvent(new CustomEvent(EVENTS.authStateChanged, { detail: known }));
  return known;
}

/** Follows sign-ins and sign-outs of other tabs; returns the function that stops it. */
export function watchOtherTabs(): () => void {
  const onStorage = (event: StorageEvent): void => {
    if (event.key !== LOCAL.unauthenticatedSession) return;
    if (event.newValue !== null) {
      // Whoever was signed in has left: what was said to them may stand here until it is tapped away.
      clearToasts();
      // What they typed goes with their pages, also where the next one has signed in before this tab hears of it.
      phase = 'signed-out';
      listeners.notify();
    }
    void refreshSession();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

/** Follows the session without waiting for it; 'unknown' on the server and at first. */
export const useSession = (): SessionPhase =>
  useSyncExternalStore(
    listeners.add,
    () => phase,
    () => 'unknown',
  );

/** Follows the session; suspends until it is known, so that the HTML on screen stays. Not on the server. */
export function useKnownSession(): SessionPhase {
  const followed = useSession();
  return followed === 'unknown' ? use(readSession()) : followed;
}
