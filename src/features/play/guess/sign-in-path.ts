import type { ErrorCode } from '../../../../contract/errors.ts';
import { LOCAL } from '../../../../contract/storage-keys.ts';
import { loginPathFor, signupPathFor } from '../../../platform/routing/next-path.ts';

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
