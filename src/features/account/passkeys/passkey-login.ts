import { startAuthentication, WebAuthnAbortService } from '@simplewebauthn/browser';

import type { Result } from '../../../../contract/result.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import type { SignedIn } from '../../../../workers/commands/sign-in.ts';
import { callWithWork } from '../auth/call-with-work.ts';
import { proofOf } from './browser-passkeys.ts';
import { signalUnknown } from './signals.ts';

/**
 * Has the browser offer its passkeys in the suggestions of the log-in field, and logs in with the one that is chosen.
 * @returns undefined where none was, or another request has taken the place of this one
 */
export async function logInByAutofill(): Promise<Result<SignedIn> | undefined> {
  const drawn = await callWorker((worker) => worker.beginPasskeyLogin());
  if (!drawn.ok) return undefined;
  const optionsJSON = drawn.value;
  const given = await startAuthentication({ optionsJSON, useBrowserAutofill: true }).catch(
    () => undefined,
  );
  if (!given) return undefined;
  const result = await callWithWork(
    (worker, tell) => worker.loginByPasskey(proofOf(given), tell),
    () => undefined,
  );
  if (!result.ok && result.error.code === 'passkey_unknown') await signalUnknown(given.id);
  return result;
}

export const endAutofill = (): void => WebAuthnAbortService.cancelCeremony();
