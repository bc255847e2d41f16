import { SPLIT_MINIMUM_MAJOR } from '../../../../contract/constants.ts';
import type { Voucher } from '../../../../contract/vouchers.ts';

/** What the creator may do with a voucher now. */
export interface CardActions {
  readonly canPay: boolean;
  readonly canSplit: boolean;
  readonly canShowQr: boolean;
  /** To show to everybody: a giveaway that can be won. */
  readonly canShare: boolean;
  readonly canSwitchTwoFactor: boolean;
  readonly canCancel: boolean;
  readonly canCopyLink: boolean;
  readonly canSeeAnalytics: boolean;
  readonly canManageUsers: boolean;
  readonly canChangeCover: boolean;
}

type Judged = Pick<
  Voucher,
  'purpose' | 'status' | 'is_used' | 'is_private' | 'amount' | 'expires_at' | 'final_reveal_time'
>;

const hasPassed = (moment: string | null, nowMs: number): boolean =>
  moment !== null && Date.parse(moment) <= nowMs;

/** The rules by which a card shows its actions; the server judges each again. */
export function cardActions(voucher: Judged, nowMs: number): CardActions {
  const { purpose, status, is_used: isUsed, is_private: isPrivate, amount } = voucher;
  const isOpen = !isUsed && !hasPassed(voucher.expires_at, nowMs);
  const isOpenPayment = purpose === 'payment' && status === 'active' && isOpen;
  const isUnpaid = status === 'pending' && isOpen;
  const isGiveaway = purpose === 'giveaway';
  return {
    canPay: isUnpaid && !hasPassed(voucher.final_reveal_time, nowMs),
    canSplit: isOpenPayment && amount >= 2 * SPLIT_MINIMUM_MAJOR,
    canShowQr: isOpenPayment,
    canShare: isGiveaway && isOpen && status === 'active',
    canSwitchTwoFactor: isOpenPayment,
    canCancel: isOpenPayment || isUnpaid,
    canCopyLink: status !== 'cancelled' && status !== 'expired',
    canSeeAnalytics: isGiveaway,
    canManageUsers: isGiveaway && isPrivate && status === 'active',
    canChangeCover: isGiveaway && isOpen && (status === 'pending' || status === 'active'),
  };
}
