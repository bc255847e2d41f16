import { get } from 'idb-keyval';
import { use, useSyncExternalStore } from 'react';

import { signedInCookie } from '../../../contract/document/opened-document.ts';
import { EVENTS, KEYS, LOCAL } from '../../../contract/storage-keys.ts';
import { createListeners } from '../../../local/listeners.ts';
import { readable } from '../lazy/readable-promise.ts';

/** Whether a user is signed in on this device; 'unknown' until the token's store has answered. */
export type SessionPhase = 'unknown' | 'signed-out' | 'signed-in';

let phase: SessionPhase = 'unknown';
/** Of whom this page is. */
let token: string | undefined;
let reading: Promise<SessionPhase> | undefined;
let isExpired = false;
const listeners = createListeners();

/** Notes for the next document whether it is a user's: for its scripts, other tabs and the server. */
export function markDevice(isSignedIn: boolean): void {
  document.cookie = signedInCookie(isSignedIn, location.protocol === 'https:');
  if (isSignedIn) {
    localStorage.removeItem(LOCAL.unauthenticatedSession);
    localStorage.setItem(LOCAL.hasSignedIn, '1');
  } else localStorage.setItem(LOCAL.unauthenticatedSession, '1');
}

function storePhase(next: SessionPhase): SessionPhase {
  try {
    // The user did not sign out here: the browser has lost what it kept.
    if (phase === 'unknown' && next === 'signed-out')
      isExpired = !!localStorage[LOCAL.hasSignedIn] && !localStorage[LOCAL.unauthenticatedSession];
    markDevice(next === 'signed-in');
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

/** IndexedDB refused (private mode in some browsers): there can be no session. */
export const readToken = (): Promise<string | undefined> =>
  get<string>(KEYS.token).catch(() => undefined);

async function read(): Promise<SessionPhase> {
  token = await readToken();
  return storePhase(token ? 'signed-in' : 'signed-out');
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

/**
 * Follows sign-ins and sign-outs of other tabs, also those while the browser had this page put by for a step back. A
 * page whose user has left begins anew: what was typed, open sheets and waits are that person's, and would act for the
 * next one.
 * @returns the function that stops it
 */
export function watchOtherTabs(reload = (): void => location.reload()): () => void {
  const follow = async (): Promise<void> => {
    await readSession();
    const held = token;
    // Nobody has signed in or out: what the page has is as fresh as it was.
    if ((await readToken()) === held) return;
    await refreshSession();
    if (held) reload();
  };
  const onStorage = ({ key }: StorageEvent): void => {
    if (key === LOCAL.unauthenticatedSession) void follow();
  };
  const onShow = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) void follow();
  };
  addEventListener('storage', onStorage);
  addEventListener('pageshow', onShow);
  return () => {
    removeEventListener('storage', onStorage);
    removeEventListener('pageshow', onShow);
  };
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
