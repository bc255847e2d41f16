import { errorMessage } from '../../../../contract/errors.ts';
import { fail, ok, type Result } from '../../../../contract/result.ts';

export const knowsPasskeys = (): boolean => typeof PublicKeyCredential === 'function';

export const loadPasskeys = () =>
  import('./browser-passkeys.ts').then(ok, (): Result<never> =>
    fail({ code: 'network', message: errorMessage('network') }),
  );

/** Lets the password manager hear of a change; without the code it hears of the next one. */
export const signalChange = (): Promise<void> =>
  import('./signals.ts').then(({ signalPasskeys }) => signalPasskeys()).catch(() => undefined);
