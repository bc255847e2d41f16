import { LOCAL } from '../../../../contract/storage-keys.ts';
import type { ErrorCode } from '../../../../contract/errors.ts';
import { readKey, writeKey } from '../../../platform/storage/small-keys.ts';
import { loginPathFor, signupPathFor } from '../../../platform/routing/next-path.ts';

/*
 * What a visitor has typed, over signing up, verifying an address and logging in: in localStorage, so that it is
 * there in every tab and before the database's code is. It leaves when it was answered, when its voucher is over
 * and on signing out.
 */

const STORED_MAX = 10;

type Kept = Readonly<Record<string, unknown>>;

function readAll(): Kept {
  try {
    return (JSON.parse(readKey(LOCAL.keptGuesses) ?? '{}') as Kept | null) ?? {};
  } catch {
    return {};
  }
}

function write(ulid: string, guess: string | undefined): void {
  const others = Object.entries(readAll()).filter(([known]) => known !== ulid);
  const kept =
    guess === undefined ? others : [...others, [ulid, guess] as const].slice(-STORED_MAX);
  const text = kept.length > 0 ? JSON.stringify(Object.fromEntries(kept)) : undefined;
  writeKey(LOCAL.keptGuesses, text);
}

export function readStoredGuess(ulid: string): string | undefined {
  const guess = readAll()[ulid];
  return typeof guess === 'string' ? guess : undefined;
}

export const storeGuess = (ulid: string, guess: string): void => write(ulid, guess);

/** Where signing in leads back to, also from another tab. @param path with its query */
export const storeReturnPath = (path: string): void => writeKey(LOCAL.pendingRedirect, path);

/** It was answered, or its voucher is over: it is no longer wanted, nor the way back to it. */
export function removeStoredGuess(ulid: string): void {
  if (readStoredGuess(ulid) === undefined) return;
  write(ulid, undefined);
  if (readKey(LOCAL.pendingRedirect)?.includes(ulid)) writeKey(LOCAL.pendingRedirect, undefined);
}

/**
 * Where a visitor signs in, which leads back to `path`. A newcomer has no account to log in to: they get the form to
 * sign up.
 * @param error why it is needed, where the form is to say so
 */
export function signInPathFor(path: string, error?: ErrorCode): string {
  const isKnownDevice = readKey(LOCAL.hasSignedIn) !== undefined;
  return isKnownDevice ? loginPathFor(path, error) : signupPathFor(path, error);
}
