import { pathOnOrigin } from '../../../contract/accounts/safe-path.ts';
import type { ErrorCode } from '../../../contract/errors.ts';

/** Any origin does: it only serves to resolve a path as a browser would. */
const BASE = 'https://app.invalid';

/**
 * Where to go after signing in, from the untrusted `next` of an address.
 * @returns a path of this app, or `fallback` for anything that a browser would resolve elsewhere.
 */
export function safeNextPath(next: string | null | undefined, fallback = '/'): string {
  return (next?.startsWith('/') && pathOnOrigin(next, BASE, URL)) || fallback;
}

/**
 * The address of the login page that leads back to `path` (with its query) afterwards.
 * @param error why it is needed: the login page shows the catalogue's text
 */
export const loginPathFor = (path: string, error?: ErrorCode): string =>
  `/login?next=${encodeURIComponent(path)}${error ? `&error=${error}` : ''}`;

/** The address of the page to sign up that leads back to `path` (with its query) afterwards. */
export const signupPathFor = (path: string, error?: ErrorCode): string =>
  loginPathFor(path, error).replace('/login', '/signup');
