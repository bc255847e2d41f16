import { useEffect, useEffectEvent } from 'react';

import { PASSKEY_LOGIN_MS } from '../../../../contract/constants.ts';
import { MINUTE_MS } from '../../../../contract/durations.ts';
import type { Result } from '../../../../contract/result.ts';
import { onNetworkReturn } from '../../../platform/connectivity.ts';
import type { SignedIn } from '../../../../workers/commands/sign-in.ts';

const canAutofill = async (): Promise<boolean> =>
  typeof PublicKeyCredential === 'function' &&
  'isConditionalMediationAvailable' in PublicKeyCredential &&
  (await PublicKeyCredential.isConditionalMediationAvailable());

/** While the page with the log-in field is open, its suggestions offer passkeys; their code comes only where it can. */
export function usePasskeyLogin(onAnswer: (result: Result<SignedIn>) => void): void {
  const answer = useEffectEvent(onAnswer);
  useEffect(() => {
    let isHere = true;
    let end: (() => void) | undefined;
    const begin = async (): Promise<void> => {
      if (!(await canAutofill().catch(() => false))) return;
      const login = await import('./passkey-login.ts').catch(() => undefined);
      if (!login || !isHere) return;
      end = login.endAutofill;
      const result = await login.logInByAutofill();
      if (!result || !isHere) return;
      answer(result);
      if (!result.ok) void begin();
    };
    void begin();
    // What the passkey signs is good for a while only; a new request takes the place of the one before.
    const timer = setInterval(() => void begin(), PASSKEY_LOGIN_MS - MINUTE_MS);
    const stopListening = onNetworkReturn(() => void begin());
    return () => {
      isHere = false;
      clearInterval(timer);
      stopListening();
      end?.();
    };
  }, []);
}
