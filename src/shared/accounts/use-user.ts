import type { User } from '../../../contract/accounts.ts';
import { readUser } from '../../../local/queries/user-and-region.ts';
import { useLive } from '../../platform/live/use-live.ts';

/** Who is signed in, as this device knows them; undefined for a visitor, and until the device has answered. */
export function useUser(): User | undefined {
  const read = useLive(readUser, []);
  return read.phase === 'ready' ? read.data?.user : undefined;
}
