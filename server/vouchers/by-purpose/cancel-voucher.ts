import { minorToMajor } from '../../../contract/money.ts';
import type { CancelAnswer } from '../../../contract/payment-vouchers.ts';
import { dateOf } from '../../clock.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/app-error.ts';
import { withIdempotencyKey, type Answer, type RequestKey } from '../../http/idempotency.ts';
import { currencyOf } from '../../lib/stored-currency.ts';
import { returnEscrow } from '../../payment-vouchers/return-escrow.ts';
import { endUnpaidVoucher } from '../end-unpaid-voucher.ts';
import { lockOwnVoucher } from '../own-voucher.ts';
import type { Voucher } from '../voucher-row.ts';

export interface Cancellation {
  /** The voucher's number or ulid. */
  readonly voucher: string;
  readonly userId: number;
  readonly requestKey: RequestKey | undefined;
}

/**
 * Takes an unpaid voucher back, or an active, unused payment voucher, whose money returns to its creator's
 * wallet. Cancelled again, it answers the same.
 * @throws AppError `voucher_not_found`, `voucher_used`, `voucher_expired`, `payment_voucher_only` for a
 * giveaway that was paid for: its guessers rely on it.
 */
export async function cancelVoucher(
  deps: Pick<Deps, 'db' | 'clock'>,
  { voucher: refText, userId, requestKey }: Cancellation,
): Promise<Answer<CancelAnswer>> {
  const now = dateOf(deps.clock);
  return withIdempotencyKey(deps.db, requestKey, now, async (tx) => {
    const voucher = await lockOwnVoucher(tx, refText, userId);
    if (voucher.status === 'pending') await endUnpaidVoucher(tx, voucher.id, 'cancelled', now);
    else if (voucher.status !== 'cancelled') {
      if (voucher.purpose !== 'payment') throw new AppError('payment_voucher_only');
      if (voucher.status === 'used') throw new AppError('voucher_used');
      if (voucher.status === 'expired') throw new AppError('voucher_expired');
      // Also past its deadline: the money goes where its expiry would send it.
      await returnEscrow(tx, voucher, 'cancelled', now);
    }
    return { status: 200, body: answerOf(voucher) };
  });
}

function answerOf({ ulid, amount, currency, activatedAt }: Voucher): CancelAnswer {
  const wasPaid = activatedAt !== null;
  return {
    success: true,
    message: wasPaid
      ? 'Voucher cancelled. The money is back in your wallet.'
      : 'Voucher cancelled.',
    data: {
      voucher_id: ulid,
      status: 'cancelled',
      amount: wasPaid ? minorToMajor(amount) : 0,
      currency: currencyOf(currency),
    },
  };
}
