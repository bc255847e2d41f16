import { LOCAL } from '../../../../contract/storage-keys.ts';
import { loginPathFor } from '../../../platform/routing/next-path.ts';

/** Whether anybody has ever signed in on this device, as far as it remembers. */
function isKnownDevice(): boolean {
  try {
    return localStorage.getItem(LOCAL.hasSignedIn) !== null;
  } catch {
    return false;
  }
}

/**
 * Where a visitor signs in for a guess, which leads back to `path` and says why. A newcomer has no account to
 * log in to: they get the form to sign up.
 */
export function signInPathFor(path: string): string {
  const login = loginPathFor(path, 'guess_login_required');
  return isKnownDevice() ? login : login.replace('/login', '/signup');
}
