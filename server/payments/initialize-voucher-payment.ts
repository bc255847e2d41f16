import { majorToMinor, type Currency } from '../../contract/money.ts';
import { dateOf } from '../clock.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';
import { withIdempotencyKey, type RequestKey } from '../http/idempotency.ts';
import { currencyOf } from '../lib/stored-currency.ts';
import { findOwnVoucher } from '../vouchers/own-voucher.ts';
import { hasExpired, type Voucher } from '../vouchers/voucher-row.ts';
import { chooseProcessor, type ChosenMethod } from './choose-processor.ts';
import { findOpenPrompt } from './find-open-prompt.ts';
import { isTooLate, lockVoucherOf } from './fund-voucher.ts';
import { insertPayment } from './insert-payment.ts';
import { openCheckout, type OpenedCheckout } from './open-checkout.ts';

export interface VoucherPaymentRequest extends ChosenMethod {
  readonly userId: number;
  readonly voucher: string;
  /** The voucher's amount without the fee, major units, as the caller sent it. */
  readonly amount: number;
  /** The voucher's own when absent. */
  readonly currency?: Currency | undefined;
}

/**
 * Starts paying for a pending voucher by a processor: of a giveaway prize and fee, of a payment voucher its
 * amount. Several payments may be open for one voucher; the first that is settled pays for it. The same
 * request key continues the same payment, and so does another prompt while one is open.
 * @throws AppError `voucher_not_found` for one that is not the caller's own, `amount_mismatch`,
 * `already_paid`, `entries_closed`, `voucher_not_active`, and what `chooseProcessor` and `openCheckout` throw.
 */
export async function initializeVoucherPayment(
  deps: Deps,
  requestKey: RequestKey | undefined,
  request: VoucherPaymentRequest,
): Promise<OpenedCheckout> {
  const { userId } = request;
  const voucher = await findOwnVoucher(deps.db, request.voucher, userId);
  const currency = currencyOf(voucher.currency);
  if (
    majorToMinor(request.amount) !== voucher.amount ||
    (request.currency ?? currency) !== currency
  )
    throw new AppError('amount_mismatch');
  const due = voucher.amount + voucher.fee;
  const { processor, terms } = chooseProcessor(deps, request, due, currency);
  const now = dateOf(deps.clock);
  const { body } = await withIdempotencyKey(deps.db, requestKey, now, async (tx) => {
    // Should it be paid for a moment later, the payer has this money in the wallet.
    assertPayable(await lockVoucherOf(tx, voucher.id), now);
    const open = await findOpenPrompt(tx, voucher.id, processor.name, now);
    if (open !== undefined) return { status: 200, body: { reference: open } };
    const payment = {
      userId,
      purpose: 'voucher',
      voucherId: voucher.id,
      processor,
      terms,
    } as const;
    return { status: 200, body: { reference: await insertPayment(tx, payment, now) } };
  });
  return openCheckout(deps, processor, { reference: body.reference, terms }, '/my-vouchers');
}

function assertPayable(voucher: Voucher, now: Date): void {
  const { status } = voucher;
  if (status === 'cancelled' || status === 'expired' || hasExpired(voucher, now))
    throw new AppError('voucher_not_active');
  if (status !== 'pending') throw new AppError('already_paid');
  if (isTooLate(voucher, now)) throw new AppError('entries_closed');
}
