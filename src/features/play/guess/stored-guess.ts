import { LOCAL } from '../../../../contract/storage-keys.ts';
import type { ErrorCode } from '../../../../contract/errors.ts';
import { loginPathFor, signupPathFor } from '../../../platform/routing/next-path.ts';

/*
 * What a visitor has typed, over signing up, verifying an address and logging in: in localStorage, so that it is
 * there in every tab and before the database's code is. It leaves when it was answered, when its voucher is over
 * and on signing out.
 */

/** Digits of so many vouchers are kept; the oldest go first. */
const STORED_MAX = 10;

type Kept = Readonly<Record<string, unknown>>;

function readAll(): Kept {
  try {
    return (JSON.parse(localStorage.getItem(LOCAL.keptGuesses) ?? '{}') as Kept | null) ?? {};
  } catch {
    return {};
  }
}

/** Writes `guess` as the newest, or takes the voucher's away. */
function write(ulid: string, guess: string | undefined): void {
  const others = Object.entries(readAll()).filter(([known]) => known !== ulid);
  const kept =
    guess === undefined ? others : [...others, [ulid, guess] as const].slice(-STORED_MAX);
  try {
    if (kept.length > 0)
      localStorage.setItem(LOCAL.keptGuesses, JSON.stringify(Object.fromEntries(kept)));
    else localStorage.removeItem(LOCAL.keptGuesses);
  } catch {
    // A device that keeps nothing has the digits typed again.
  }
}

/** What was typed on a voucher and not answered yet; undefined when nothing was. */
export function readStoredGuess(ulid: string): string | undefined {
  const guess = readAll()[ulid];
  return typeof guess === 'string' ? guess : undefined;
}

export const storeGuess = (ulid: string, guess: string): void => write(ulid, guess);

/** Where signing in leads back to, also from another tab. @param path with its query */
export function storeReturnPath(path: string): void {
  try {
    localStorage.setItem(LOCAL.pendingRedirect, path);
  } catch {
    // The address of the sign-up page names it as well.
  }
}

/** It was answered, or its voucher is over: it is no longer wanted, nor the way back to it. */
export function removeStoredGuess(ulid: string): void {
  if (readStoredGuess(ulid) === undefined) return;
  write(ulid, undefined);
  try {
    if (localStorage.getItem(LOCAL.pendingRedirect)?.includes(ulid))
      localStorage.removeItem(LOCAL.pendingRedirect);
  } catch {
    // What could not be read was not written either.
  }
}

/** Whether anybody has ever signed in on this device, as far as it remembers. */
function isKnownDevice(): boolean {
  try {
    return localStorage.getItem(LOCAL.hasSignedIn) !== null;
  } catch {
    return false;
  }
}

/**
 * Where a visitor signs in, which leads back to `path`. A newcomer has no account to log in to: they get the form to
 * sign up.
 * @param error why it is needed, where the form is to say so
 */
export function signInPathFor(path: string, error?: ErrorCode): string {
  return isKnownDevice() ? loginPathFor(path, error) : signupPathFor(path, error);
}
