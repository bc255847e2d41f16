import { errorMessage } from '../../../../contract/errors.ts';
import { fail, ok, type Result } from '../../../../contract/result.ts';

/** Whether this browser knows passkeys at all; a web view of a native wrapper does not. */
export const knowsPasskeys = (): boolean => typeof PublicKeyCredential === 'function';

/** What asks the browser for passkeys; `network` where it could not be fetched. */
export const loadPasskeys = () =>
  import('./browser-passkeys.ts').then(ok, (): Result<never> =>
    fail({ code: 'network', message: errorMessage('network') }),
  );
