import { SECOND_MS } from '../durations.ts';
import { SESSION_REMEMBER_MS } from '../constants.ts';

/**
 * Says that a user is signed in on this device, so that the server can send the document of what they will see. It is no
 * secret and gives no rights: the session is the token in the device's own storage.
 */
const SIGNED_IN_COOKIE = 'signed_in=1';

/** The cookie as a page sets it: for as long as a session may last, or taken back. */
export const signedInCookie = (isSignedIn: boolean, isSecure: boolean): string =>
  `${SIGNED_IN_COOKIE}; path=/; max-age=${isSignedIn ? SESSION_REMEMBER_MS / SECOND_MS : -1}; samesite=lax${isSecure ? '; secure' : ''}`;

/** @param header the request's `Cookie` */
export const hasSignedInCookie = (header = ''): boolean =>
  header.split(/;\s*/).includes(SIGNED_IN_COOKIE);

/** Where visitors are sent to log in. A test holds it against the app's routes. */
const NEEDS_USER =
  /^\/(?:redeem|wallet|profile|post-voucher|add-voucher|leaderboard|airtime|bills|refer|dashboard|notifications|payment|premium|my-vouchers|voucher-analytics|transactions|payment-voucher|allowed-users|merchant)(?:\/|$)/i;
/** From where users are sent on. */
const NEEDS_VISITOR = /^\/(?:login|signup)\/?$/i;

/**
 * The path of the page that people see who open an address, so that its document is theirs from the first paint on;
 * `/shell` where that is known to the app alone.
 */
export function openedPath(path: string, isSignedIn: boolean): string {
  if (isSignedIn) return NEEDS_VISITOR.test(path) ? '/shell' : path;
  if (path === '/') return '/welcome';
  return NEEDS_USER.test(path) ? '/login' : path;
}

/** Whether users and visitors see different pages at an address. */
export const dependsOnUser = (path: string): boolean =>
  openedPath(path, true) !== openedPath(path, false);
