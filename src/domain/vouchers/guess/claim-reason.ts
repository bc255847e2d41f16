import { LOTTERY_MAX_ENTRIES, SHARE_REWARD_COINS } from '../../../../contract/constants.ts';
import { errorMessage } from '../../../../contract/errors.ts';
import type { User } from '../../../../contract/accounts.ts';
import { isOver } from '../voucher-reveal.ts';
import { INVITED_ONLY } from '../private-voucher.ts';
import type { ShownVoucher } from '../shown-voucher.ts';

export interface Circumstances {
  readonly isOffline: boolean;
  /** Undefined of a visitor, and before it is known. */
  readonly user: Pick<User, 'username' | 'points'> | undefined;
  /** Whether a lottery's entries, or another giveaway, have ended by this device's clock. */
  readonly hasClosed: boolean;
  /** Whether this device has found that the voucher does not keep what it promised. */
  readonly isRefuted: boolean;
}

const REFUTED =
  'This voucher’s proof does not hold, so it takes no guess from here. Open ‘Is it fair?’ and save the proof.';

/** Why no further entry of a user can be made in a lottery. */
function entryReason(
  { my_entries: entries = 0, entry_cost: cost = 0 }: ShownVoucher,
  points: number | undefined,
): string | undefined {
  if (entries >= LOTTERY_MAX_ENTRIES)
    return errorMessage('entries_exhausted', { max: LOTTERY_MAX_ENTRIES });
  if (points === undefined || points >= cost) return undefined;
  return `Another entry costs ${cost} coins and you have ${points}. A share earns you ${SHARE_REWARD_COINS}.`;
}

/** Why a guess cannot be made here now, in words; undefined when it can, and when the ticket says it anyway. */
export function claimReason(
  voucher: ShownVoucher,
  { isOffline, user, hasClosed, isRefuted }: Circumstances,
): string | undefined {
  if (isOver(voucher)) return undefined;
  if (voucher.status === 'pending') return errorMessage('voucher_not_active');
  if (isRefuted) return REFUTED;
  if (voucher.creator === user?.username) return errorMessage('own_voucher');
  if (hasClosed)
    return errorMessage(voucher.reveal_method === 'lottery' ? 'entries_closed' : 'voucher_expired');
  if (voucher.is_private && voucher.can_guess !== true)
    return user === undefined ? INVITED_ONLY : errorMessage('guess_not_allowed');
  const short =
    voucher.reveal_method === 'lottery' ? entryReason(voucher, user?.points) : undefined;
  return short ?? (isOffline ? errorMessage('offline') : undefined);
}
