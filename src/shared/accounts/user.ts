import type { User } from '../../../contract/accounts.ts';
import { readUser } from '../../../local/queries/user-and-region.ts';
import { useLive } from '../../platform/live/use-live.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import type { UserRow, AccountRow } from '../../../local/rows.ts';
import { useRefresh } from '../../platform/live/use-refresh.ts';

/** Who is signed in, as this device knows them; undefined for a visitor, and until the device has answered. */
export function useUser(): User | undefined {
  const read = useLive(readUser, []);
  return read.phase === 'ready' ? read.data?.user : undefined;
}

/** Days of premium that are left at a moment, a begun one whole: what the server said, less the days since. */
export function daysLeft(
  { subscription, fetchedAt }: Pick<UserRow, 'subscription' | 'fetchedAt'>,
  nowMs: number,
): number {
  if (subscription?.status !== 'active') return 0;
  const passed = Math.floor(Math.max(0, nowMs - fetchedAt) / DAY_MS);
  return Math.max(0, subscription.days_remaining - passed);
}

/** Whether a passkey stands in for the PIN, as far as the device knows. */
export const hasPasskey = (account: AccountRow | undefined): boolean =>
  (account?.passkeys?.length ?? 0) > 0;

/**
 * To stand beside what takes a proved address: asks for the user anew, also whenever they come back from their mail,
 * whose link may have been opened in another browser or on another device.
 */
export function AwaitProof(): null {
  useRefresh((worker) => worker.refreshUser({ force: true }), []);
  return null;
}
