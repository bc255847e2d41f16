import { get } from 'idb-keyval';
import { use } from 'react';

import { signedInCookie } from '../../../contract/document/opened-document.ts';
import { EVENTS, KEYS, LOCAL } from '../../../contract/storage-keys.ts';
import { readable } from '../lazy/promises.ts';
import { createStore, useStore } from '../store.ts';

export type SessionPhase = 'unknown' | 'signed-out' | 'signed-in';

const phase = createStore<SessionPhase>('unknown');
let token: string | undefined;
let reading: Promise<SessionPhase> | undefined;
let isExpired = false;

/** Tells the next document, other tabs and the server whether a user is signed in. */
export function markDevice(isSignedIn: boolean): void {
  document.cookie = signedInCookie(isSignedIn, location.protocol === 'https:');
  if (isSignedIn) {
    localStorage.removeItem(LOCAL.unauthenticatedSession);
    localStorage.setItem(LOCAL.hasSignedIn, '1');
  } else localStorage.setItem(LOCAL.unauthenticatedSession, '1');
}

function storePhase(next: SessionPhase): SessionPhase {
  try {
    // The token is missing without a sign-out, so the browser has deleted it.
    if (phase.get() === 'unknown' && next === 'signed-out')
      isExpired = !!localStorage[LOCAL.hasSignedIn] && !localStorage[LOCAL.unauthenticatedSession];
    markDevice(next === 'signed-in');
  } catch {
    // Without localStorage the guard reads the token at every start.
  }
  if (next === 'signed-in') isExpired = false;
  phase.set(next);
  return next;
}

/** Some browsers refuse IndexedDB in private mode, where no session is possible. */
export const readToken = (): Promise<string | undefined> =>
  get<string>(KEYS.token).catch(() => undefined);

async function read(): Promise<SessionPhase> {
  token = await readToken();
  return storePhase(token ? 'signed-in' : 'signed-out');
}

export function readSession(): Promise<SessionPhase> {
  reading ??= readable(read());
  return reading;
}

export const hasSessionExpired = (): boolean => isExpired;

/** Call it before `refreshSession` when the server has ended the session. */
export function noteSessionExpired(): void {
  isExpired = true;
}

export async function refreshSession(): Promise<SessionPhase> {
  reading = readable(read());
  const known = await reading;
  dispatchEvent(new CustomEvent(EVENTS.authStateChanged, { detail: known }));
  return known;
}

/** Reloads when another tab changed the user, because open forms belong to the former user. */
export function watchOtherTabs(reload = (): void => location.reload()): () => void {
  const follow = async (): Promise<void> => {
    await readSession();
    const held = token;
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

export const useSession = (): SessionPhase => useStore(phase);

/** Suspends until the session is known; not for the server. */
export function useKnownSession(): SessionPhase {
  const followed = useSession();
  return followed === 'unknown' ? use(readSession()) : followed;
}
