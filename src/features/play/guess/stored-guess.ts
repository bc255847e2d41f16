import { HOUR_MS } from '../../../../contract/durations.ts';
import type { ErrorCode } from '../../../../contract/errors.ts';
import { LOCAL } from '../../../../contract/storage-keys.ts';
import { serverNow } from '../../../platform/clock/server-time.ts';
import { readKey, writeKey } from '../../../platform/storage/small-keys.ts';
import { loginPathFor, signupPathFor } from '../../../platform/routing/next-path.ts';

/*
 * What a visitor has typed, over signing up, verifying an address and logging in: in localStorage, so that it is
 * there in every tab and before the database's code is. It leaves when it was answered, when its voucher is over
 * and on signing out. Digits that were claimed, not only typed, are sent by themselves once their user may guess.
 */

const STORED_MAX = 10;
/** Who comes back later than this decides again. */
export const CLAIM_KEEP_MS = HOUR_MS;

interface Claimed {
  readonly guess: string;
  readonly claimedAt: number;
}

type Kept = Readonly<Record<string, unknown>>;

function readAll(): Kept {
  try {
    return (JSON.parse(readKey(LOCAL.keptGuesses) ?? '{}') as Kept | null) ?? {};
  } catch {
    return {};
  }
}

function write(ulid: string, kept: string | Claimed | undefined): void {
  const others = Object.entries(readAll()).filter(([known]) => known !== ulid);
  const all = kept === undefined ? others : [...others, [ulid, kept] as const].slice(-STORED_MAX);
  const text = all.length > 0 ? JSON.stringify(Object.fromEntries(all)) : undefined;
  writeKey(LOCAL.keptGuesses, text);
}

const isClaimed = (kept: unknown): kept is Claimed =>
  typeof kept === 'object' &&
  kept !== null &&
  'guess' in kept &&
  typeof kept.guess === 'string' &&
  'claimedAt' in kept &&
  typeof kept.claimedAt === 'number';

export function readStoredGuess(ulid: string): string | undefined {
  const kept = readAll()[ulid];
  if (isClaimed(kept)) return kept.guess;
  return typeof kept === 'string' ? kept : undefined;
}

/** Keeps digits that wait for a tap. */
export const storeGuess = (ulid: string, guess: string): void => write(ulid, guess);

/** Keeps digits that their user has sent off already, and that only a sign-in holds up. */
export const storeClaim = (ulid: string, guess: string): void =>
  write(ulid, { guess, claimedAt: serverNow() });

/** Whether exactly these digits are to be sent without another tap. */
export function isClaimDue(ulid: string, guess: string): boolean {
  const kept = readAll()[ulid];
  if (!isClaimed(kept) || kept.guess !== guess) return false;
  return Math.abs(serverNow() - kept.claimedAt) < CLAIM_KEEP_MS;
}

/** From now on the digits wait for a tap. */
export function dropClaim(ulid: string): void {
  const kept = readAll()[ulid];
  if (isClaimed(kept)) storeGuess(ulid, kept.guess);
}

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
