import { useConnectivity } from '../../../platform/connectivity.ts';
import { useHasPassed } from '../../../platform/clock/use-has-passed.ts';
import { useUser } from '../../../shared/accounts/use-user.ts';
import { agedAtMs } from '../../../../contract/vouchers/entry-rule.ts';
import { claimReason } from './claim-reason.ts';
import type { ShownVoucher } from '../../../shared/vouchers/shown-voucher.ts';

/**
 * Why this voucher cannot be guessed here and now.
 * @param isRefuted whether this device has found that its proof does not hold
 */
export function useClaimReason(voucher: ShownVoucher, isRefuted: boolean): string | undefined {
  const user = useUser();
  const isOffline = useConnectivity() === 'offline';
  const closesAt = voucher.final_reveal_time ?? voucher.expires_at;
  const hasClosed = useHasPassed(closesAt ? Date.parse(closesAt) : undefined);
  const isAged = useHasPassed(user && agedAtMs(Date.parse(user.created_at)));
  return claimReason(voucher, {
    isOffline,
    user,
    isAged,
    hasClosed,
    isRefuted,
  });
}
