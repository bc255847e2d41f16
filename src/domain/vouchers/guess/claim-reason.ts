import { errorMessage } from '../../../../contract/errors.ts';
import { isOver } from '../voucher-reveal.ts';
import type { ShownVoucher } from '../shown-voucher.ts';

export interface Circumstances {
  readonly isOffline: boolean;
  /** Of the user. */
  readonly username: string | undefined;
  /** Whether a lottery's entries, or another giveaway, have ended by this device's clock. */
  readonly hasClosed: boolean;
}

/** Why a guess cannot be made here now, in words; undefined when it can, and when the ticket says it anyway. */
export function claimReason(
  voucher: ShownVoucher,
  { isOffline, username, hasClosed }: Circumstances,
): string | undefined {
  if (isOver(voucher)) return undefined;
  if (voucher.status === 'pending') return errorMessage('voucher_not_active');
  if (voucher.creator === username) return errorMessage('own_voucher');
  if (hasClosed)
    return errorMessage(voucher.reveal_method === 'lottery' ? 'entries_closed' : 'voucher_expired');
  // What the voucher says about the caller is about a visitor until the user is known.
  const isKnown = username !== undefined && voucher.can_guess === false;
  if (isKnown && voucher.is_private) return errorMessage('guess_not_allowed');
  return isOffline ? errorMessage('offline') : undefined;
}
