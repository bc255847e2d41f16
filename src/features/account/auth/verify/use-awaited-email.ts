import { useUser } from '../../../../shared/accounts/use-user.ts';
import { readPendingEmail } from '../device-memory.ts';

/**
 * The address whose mail is awaited: the signed-in user's, who may have changed it since the sign-up, else that of the
 * last sign-up here; '' when none is.
 */
export function useAwaitedEmail(): string {
  return useUser()?.email || readPendingEmail();
}
