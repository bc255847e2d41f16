import { LOCAL } from '../../../../contract/storage-keys.ts';
import { safeNextPath } from '../../../platform/routing/next-path.ts';

type Key = (typeof LOCAL)['rememberedEmail' | 'pendingVerificationEmail' | 'pendingRedirect'];

function read(key: Key): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

function write(key: Key, value: string): void {
  try {
    if (value) localStorage.setItem(key, value);
    else localStorage.removeItem(key);
  } catch {
    // A device that keeps nothing asks again the next time.
  }
}

/** What was typed at the last log-in that was to be remembered; '' without one. */
export const readRememberedLogin = (): string => read(LOCAL.rememberedEmail);
export const storeLogin = (login: string): void => write(LOCAL.rememberedEmail, login);

/** Where a visitor was about to guess when they went to sign in; undefined when nowhere. */
export const readWayBack = (): string | undefined =>
  safeNextPath(read(LOCAL.pendingRedirect), '') || undefined;

/** It was shown, and is not to be by the link of a later mail. */
export const forgetWayBack = (): void => write(LOCAL.pendingRedirect, '');

/** The address whose verification is awaited; '' when none is. */
export const readPendingEmail = (): string => read(LOCAL.pendingVerificationEmail);
export const storePendingEmail = (email: string): void =>
  write(LOCAL.pendingVerificationEmail, email);
