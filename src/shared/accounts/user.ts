import type { User } from '../../../contract/accounts.ts';
import { readUser } from '../../../local/queries/user-and-region.ts';
import { useLive } from '../../platform/live/use-live.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import type { UserRow, AccountRow } from '../../../local/rows.ts';
import { useRefresh } from '../../platform/live/use-refresh.ts';

export function useUser(): User | undefined {
  const read = useLive(readUser, []);
  return read.data?.user;
}

/** A day that has begun counts as a whole one. */
export function daysLeft(
  { subscription, fetchedAt }: Pick<UserRow, 'subscription' | 'fetchedAt'>,
  nowMs: number,
): number {
  if (subscription?.status !== 'active') return 0;
  const passed = Math.floor(Math.max(0, nowMs - fetchedAt) / DAY_MS);
  return Math.max(0, subscription.days_remaining - passed);
}

export const hasPasskey = (account: AccountRow | undefined): boolean =>
  (account?.passkeys?.length ?? 0) > 0;

/** Each return to the page refreshes, because the mailed link may open in another browser. */
export function AwaitProof(): null {
  useRefresh((worker) => worker.refreshUser({ force: true }), []);
  return null;
}
