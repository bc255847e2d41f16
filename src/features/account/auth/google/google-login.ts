import { TAB } from '../../../../../contract/storage-keys.ts';
import { safeNextPath } from '../../../../platform/routing/next-path.ts';

/** A sign-in on its way to Google and back. It stays in its tab, so that it cannot be ended in another browser. */
export interface GoogleLogin {
  /** From the server. */
  readonly key: string;
  /** Where a visitor wanted to go, for the log-in page where it comes to nothing. */
  readonly next: string;
}

/** @throws where the browser keeps nothing: Google must not be asked in vain then */
export const keepGoogleLogin = (login: GoogleLogin): void =>
  sessionStorage.setItem(TAB.googleLogin, JSON.stringify(login));

/** The sign-in that this tab has begun, which is over with that; undefined where it has begun none. */
export function takeGoogleLogin(): GoogleLogin | undefined {
  try {
    const kept = sessionStorage.getItem(TAB.googleLogin);
    sessionStorage.removeItem(TAB.googleLogin);
    const { key, next } = JSON.parse(kept ?? '{}') as Partial<Record<keyof GoogleLogin, unknown>>;
    if (typeof key !== 'string') return undefined;
    return { key, next: safeNextPath(typeof next === 'string' ? next : undefined) };
  } catch {
    return undefined;
  }
}
