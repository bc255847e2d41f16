import { errorMessage } from '../../../../../contract/errors.ts';
import { ok, type Failure, type Result } from '../../../../../contract/result.ts';
import { TAB } from '../../../../../contract/storage-keys.ts';
import type { GoogleReturned } from '../../../../../workers/commands/sign-in.ts';
import { safeNextPath } from '../../../../platform/routing/next-path.ts';
import { refreshSession } from '../../../../platform/session/session.ts';
import { notify } from '../../../../platform/toast-store.ts';
import { callWithWork } from '../call-with-work.ts';

/** Signs in with what Google gave. @returns where it leads */
export async function enterByGoogle(
  returned: GoogleReturned,
  onWork: () => void,
): Promise<Result<string>> {
  const result = await callWithWork((worker, tell) => worker.finishGoogle(returned, tell), onWork);
  if (!result.ok) return result;
  await refreshSession();
  notify(result.value.message, { kind: 'success' });
  return ok(safeNextPath(result.value.redirect));
}

export interface GoogleLogin {
  readonly key: string;
  readonly next: string;
  /** It proves that the account is one's own, and logs nobody in. */
  readonly isProof?: boolean;
}

/** Goes to Google, unless the server or this browser, where it stores nothing, refuses. */
export function goToGoogle(
  begun: Result<{ readonly url: string; readonly key: string }>,
  login: Omit<GoogleLogin, 'key'>,
): Failure | undefined {
  if (!begun.ok) return begun.error;
  const { url, key } = begun.value;
  try {
    sessionStorage.setItem(TAB.googleLogin, JSON.stringify({ key, ...login }));
  } catch {
    return { code: 'storage_full', message: errorMessage('storage_full') };
  }
  location.assign(url);
  return undefined;
}

export function takeGoogleLogin(): GoogleLogin | undefined {
  try {
    const kept = sessionStorage.getItem(TAB.googleLogin);
    sessionStorage.removeItem(TAB.googleLogin);
    const read = JSON.parse(kept ?? '{}') as Partial<Record<keyof GoogleLogin, unknown>>;
    const { key, next, isProof } = read;
    if (typeof key !== 'string') return undefined;
    const path = safeNextPath(typeof next === 'string' ? next : undefined);
    return { key, next: path, isProof: isProof === true };
  } catch {
    return undefined;
  }
}
