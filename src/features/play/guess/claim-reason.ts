import { LOTTERY_MAX_ENTRIES, SHARE_REWARD_COINS } from '../../../../contract/constants.ts';
import { DEVICE_ERRORS } from '../../../../contract/errors/device-errors.ts';
import { voucherMessage } from '../../../../contract/errors/voucher-errors.ts';
import type { User } from '../../../../contract/accounts.ts';
import { agedAtMs, entryRefusal } from '../../../../contract/vouchers/entry-rule.ts';
import { useShownOffset } from '../../../shared/vouchers/until.tsx';
import { isOver, useIsAwaited } from '../../../shared/vouchers/voucher-reveal.ts';
import { formatDayTime } from '../../../ui/text/format-time.ts';
import type { ShownVoucher } from '../../../shared/vouchers/shown-voucher.ts';
import { useConnectivity } from '../../../platform/connectivity.ts';
import { useHasPassed } from '../../../platform/clock/use-now.ts';
import { useUser } from '../../../shared/accounts/user.ts';
import { AGED_ONLY, INVITED_ONLY, isInvited } from '../voucher-texts.ts';

export interface ClaimContext {
  readonly isOffline: boolean;
  /** Undefined of a visitor, and before it is known. */
  readonly user: Pick<User, 'username' | 'points' | 'email_verified' | 'created_at'> | undefined;
  readonly isAged: boolean;
  readonly hasClosed: boolean;
  /** When it starts, where that is still to come. */
  readonly startsOn: string | undefined;
  readonly isRefuted: boolean;
}

const REFUTED =
  'This voucher’s proof does not hold, so it takes no guess from here. Open ‘Is it fair?’ and save the proof.';

function entryReason(
  { my_entries: entries = 0, entry_cost: cost = 0 }: ShownVoucher,
  points: number | undefined,
): string | undefined {
  if (entries >= LOTTERY_MAX_ENTRIES)
    return voucherMessage('entries_exhausted', { max: LOTTERY_MAX_ENTRIES });
  if (points === undefined || points >= cost) return undefined;
  return `Another entry costs ${cost} coins and you have ${points}. A share earns you ${SHARE_REWARD_COINS}.`;
}

/** Why the voucher's entry rule keeps the user from guessing. A newcomer may sign up for any but the strictest. */
function ruleReason(
  { entry_rule: rule }: ShownVoucher,
  { user, isAged }: ClaimContext,
): string | undefined {
  if (user === undefined) return rule === 'aged' ? AGED_ONLY : undefined;
  const code = entryRefusal(rule, { isVerified: user.email_verified, isAged });
  if (code === undefined) return undefined;
  const mayFrom = new Date(agedAtMs(Date.parse(user.created_at)));
  return voucherMessage(code, { date: formatDayTime(mayFrom) });
}

export function claimReason(voucher: ShownVoucher, now: ClaimContext): string | undefined {
  const { isOffline, user, hasClosed, startsOn, isRefuted } = now;
  if (isOver(voucher)) return undefined;
  if (voucher.status === 'pending') return voucherMessage('voucher_not_active');
  if (isRefuted) return REFUTED;
  if (voucher.creator === user?.username) return voucherMessage('own_voucher');
  if (hasClosed)
    return voucherMessage(
      voucher.reveal_method === 'lottery' ? 'entries_closed' : 'voucher_expired',
    );
  if (startsOn !== undefined) return voucherMessage('voucher_not_started', { date: startsOn });
  if (voucher.is_private && !isInvited(voucher))
    return user === undefined ? INVITED_ONLY : voucherMessage('guess_not_allowed');
  const short =
    voucher.reveal_method === 'lottery' ? entryReason(voucher, user?.points) : undefined;
  return (
    ruleReason(voucher, now) ?? short ?? (isOffline ? DEVICE_ERRORS.offline.message : undefined)
  );
}

export function useClaimReason(voucher: ShownVoucher, isRefuted: boolean): string | undefined {
  const user = useUser();
  const isOffline = useConnectivity() === 'offline';
  const closesAt = voucher.final_reveal_time ?? voucher.expires_at;
  const hasClosed = useHasPassed(closesAt ? Date.parse(closesAt) : undefined);
  const offset = useShownOffset(voucher);
  const isAwaited = useIsAwaited(voucher);
  const isAged = useHasPassed(user && agedAtMs(Date.parse(user.created_at)));
  return claimReason(voucher, {
    isOffline,
    user,
    isAged,
    hasClosed,
    startsOn: isAwaited ? formatDayTime(new Date(voucher.starts_at ?? 0), offset) : undefined,
    isRefuted,
  });
}
