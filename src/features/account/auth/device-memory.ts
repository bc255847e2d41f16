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
    // Without storage the device asks again next time.
  }
}

export const readRememberedLogin = (): string => read(LOCAL.rememberedEmail);
export const storeLogin = (login: string): void => write(LOCAL.rememberedEmail, login);

export const readWayBack = (): string | undefined =>
  safeNextPath(read(LOCAL.pendingRedirect), '') || undefined;

export const forgetWayBack = (): void => write(LOCAL.pendingRedirect, '');

export const readPendingEmail = (): string => read(LOCAL.pendingVerificationEmail);
export const storePendingEmail = (email: string): void =>
  write(LOCAL.pendingVerificationEmail, email);
