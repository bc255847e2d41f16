import { readUser } from '../../../../local/queries/user-and-region.ts';
import { useLive } from '../../../platform/live/use-live.ts';
import { readPendingEmail } from '../device-memory.ts';

/**
 * The address whose mail is awaited: the signed-in user's, who may have changed it since the sign-up, else that of the
 * last sign-up here; '' when none is.
 */
export function useAwaitedEmail(): string {
  const read = useLive(readUser, []);
  return (read.phase === 'ready' && read.data?.user.email) || readPendingEmail();
}
