import type { User } from '../../../contract/accounts.ts';
import { readUser } from '../../../local/queries/user-and-region.ts';
import { useLive } from '../../platform/live/use-live.ts';

/** Who posts the giveaway; undefined until the device has answered. */
export function useCreator(): User | undefined {
  const read = useLive(readUser, []);
  return read.phase === 'ready' ? read.data?.user : undefined;
}
