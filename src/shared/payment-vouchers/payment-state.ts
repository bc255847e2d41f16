import { errorMessage } from '../../../contract/errors.ts';
import { isCode } from '../../../contract/vouchers/is-code.ts';
import { VOUCHER_MESSAGES } from '../../../contract/vouchers/voucher-messages.ts';
import type { ShownVoucher } from '../vouchers/shown-voucher.ts';

/** The code that a payment voucher was opened by: the one that redeems it. */
export const codeOf = (voucher: Pick<ShownVoucher, 'code'>, name: string): string | undefined =>
  isCode(name) ? name : (voucher.code ?? undefined);

/** Why a payment voucher is worth nothing any more, in words; undefined while it can be redeemed. */
export function paymentOver(
  {
    status,
    is_used: isUsed,
    expires_at: expiresAt,
  }: Pick<ShownVoucher, 'status' | 'is_used' | 'expires_at'>,
  nowMs: number | undefined,
): string | undefined {
  if (isUsed) return VOUCHER_MESSAGES.voucherUsed;
  const isPast = expiresAt !== null && nowMs !== undefined && Date.parse(expiresAt) <= nowMs;
  if (status === 'expired' || isPast) return errorMessage('voucher_expired');
  return status === 'active' ? undefined : errorMessage('voucher_not_active');
}
