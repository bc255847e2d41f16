import { isCurrency, minorToMajor } from '../../../contract/money.ts';
import type { CancelAnswer } from '../../../contract/payment-vouchers.ts';
import { dateOf } from '../../clock.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/app-error.ts';
import { withIdempotencyKey, type Answer, type RequestKey } from '../../http/idempotency.ts';
import type { Voucher } from '../voucher-row.ts';
import { lockOwnPaymentVoucher } from '../../payment-vouchers/own-payment-voucher.ts';
import { returnEscrow } from '../../payment-vouchers/return-escrow.ts';

export interface Cancellation {
  readonly voucher: string;
  readonly userId: number;
  readonly requestKey: RequestKey | undefined;
}

/**
 * Takes an active, unused payment voucher back: what it holds returns to its creator's wallet. Cancelled
 * again, it answers the same.
 * @throws AppError `voucher_not_found`, `payment_voucher_only`, `voucher_used`, `voucher_expired`,
 * `voucher_not_active` for one that was never paid.
 */
export async function cancelVoucher(
  deps: Pick<Deps, 'db' | 'clock'>,
  { voucher: name, userId, requestKey }: Cancellation,
): Promise<Answer<CancelAnswer>> {
  const now = dateOf(deps.clock);
  return withIdempotencyKey(deps.db, requestKey, now, async (tx) => {
    const voucher = await lockOwnPaymentVoucher(tx, name, userId);
    if (voucher.status === 'used') throw new AppError('voucher_used');
    if (voucher.status === 'expired') throw new AppError('voucher_expired');
    if (voucher.status === 'pending') throw new AppError('voucher_not_active');
    // Also past its deadline: the money goes where its expiry would send it.
    if (voucher.status !== 'cancelled') await returnEscrow(tx, voucher, 'cancelled', now);
    return { status: 200, body: answerOf(voucher) };
  });
}

function answerOf({ ulid, amount, currency }: Voucher): CancelAnswer {
  if (!isCurrency(currency)) throw new Error(`unknown currency ${currency}`);
  return {
    success: true,
    message: 'Voucher cancelled. The money is back in your wallet.',
    data: { voucher_id: ulid, status: 'cancelled', amount: minorToMajor(amount), currency },
  };
}
