import type { Db } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { escrowOf, poolOf, postMovement, walletOf } from '../ledger/journal.ts';
import { activateVoucher } from '../vouchers/activate-voucher.ts';
import { paymentKeyOf, PURCHASE_TEXTS } from '../vouchers/pay-from-wallet.ts';
import { lockVoucher, type Voucher } from '../vouchers/voucher-row.ts';
import { holderOf, type Payment } from './payment-row.ts';

/** Locks the voucher that a payment is for. */
export async function lockVoucherOf(tx: Db, voucherId: number): Promise<Voucher> {
  const voucher = await lockVoucher(tx, voucherId);
  if (!voucher) throw new Error(`no voucher ${voucherId}`);
  return voucher;
}

/** Entries of a lottery close whether it was paid in time or not. */
export const isTooLate = ({ finalRevealTime }: Voucher, now: Date): boolean =>
  finalRevealTime !== null && finalRevealTime <= now;

/**
 * Makes a voucher active that a payment was made for.
 * @returns false for one that was paid in another way meanwhile, or cannot become active any more
 */
export const activatePaidVoucher = async (
  tx: Db,
  jobs: Deps['jobs'],
  voucher: Voucher,
  now: Date,
): Promise<boolean> => !isTooLate(voucher, now) && (await activateVoucher(tx, jobs, voucher, now));

/** Moves a payment that was just credited from its payer's wallet into its voucher, which it has made active. */
export async function fundVoucher(
  tx: Db,
  payment: Payment,
  voucher: Voucher,
  now: Date,
): Promise<void> {
  const { id, ulid, purpose, amount, fee, currency } = voucher;
  await postMovement(
    tx,
    {
      naturalKey: paymentKeyOf(ulid),
      kind: 'voucher_payment',
      // The same as of the movement that brought the money in, so that both are found together.
      reference: payment.reference,
      description: PURCHASE_TEXTS[purpose],
      voucherId: id,
      paymentMethod: payment.processor,
      paymentGateway: holderOf(payment),
      entries: [
        { account: walletOf(payment.userId, currency), amount: -payment.amount },
        { account: escrowOf(id, currency), amount },
        { account: poolOf(id, currency), amount: fee },
      ],
    },
    now,
  );
}
