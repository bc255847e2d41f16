import { SECOND_MS } from '../durations.ts';
import { SESSION_REMEMBER_MS } from '../constants.ts';

/** This cookie only selects the page to send; it is no secret and gives no rights. */
const SIGNED_IN_COOKIE = 'signed_in=1';

export const signedInCookie = (isSignedIn: boolean, isSecure: boolean): string =>
  `${SIGNED_IN_COOKIE}; path=/; max-age=${isSignedIn ? SESSION_REMEMBER_MS / SECOND_MS : -1}; samesite=lax${isSecure ? '; secure' : ''}`;

export const hasSignedInCookie = (header = ''): boolean =>
  header.split(/;\s*/).includes(SIGNED_IN_COOKIE);

const NEEDS_USER =
  /^\/(?:redeem|wallet|profile|post-voucher|add-voucher|leaderboard|airtime|bills|refer|dashboard|guesses|notifications|payment|premium|my-vouchers|voucher-analytics|transactions|cases|payment-voucher|send|allowed-users|merchant)(?:\/|$)/i;
const NEEDS_VISITOR = /^\/(?:login|signup)\/?$/i;

/** The page that a user or visitor sees at `path`; `/shell` if only the app can tell. */
export function openedPath(path: string, isSignedIn: boolean): string {
  if (isSignedIn) return NEEDS_VISITOR.test(path) ? '/shell' : path;
  if (path === '/') return '/welcome';
  return NEEDS_USER.test(path) ? '/login' : path;
}

export const dependsOnUser = (path: string): boolean =>
  openedPath(path, true) !== openedPath(path, false);
