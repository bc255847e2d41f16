import { pathOnOrigin } from '../../../contract/accounts/safe-path.ts';
import type { ErrorCode } from '../../../contract/errors.ts';

const BASE = 'https://app.invalid';

/** Validates the untrusted `next` parameter. @returns a path of this app, else `fallback` */
export function safeNextPath(next: string | null | undefined, fallback = '/'): string {
  return (next?.startsWith('/') && pathOnOrigin(next, BASE, URL)) || fallback;
}

export const loginPathFor = (path: string, error?: ErrorCode): string =>
  `/login?next=${encodeURIComponent(path)}${error ? `&error=${error}` : ''}`;

export const signupPathFor = (path: string, error?: ErrorCode): string =>
  loginPathFor(path, error).replace('/login', '/signup');

/** The oldest supported browsers lack `URL.parse`. */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
