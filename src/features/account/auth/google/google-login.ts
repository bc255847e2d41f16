import { TAB } from '../../../../../contract/storage-keys.ts';
import { safeNextPath } from '../../../../platform/routing/next-path.ts';

export interface GoogleLogin {
  readonly key: string;
  readonly next: string;
}

/** @throws if the browser stores nothing */
export const keepGoogleLogin = (login: GoogleLogin): void =>
  sessionStorage.setItem(TAB.googleLogin, JSON.stringify(login));

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
