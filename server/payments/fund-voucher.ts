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
 * Moves a payment that was just credited from its payer's wallet into its voucher, which becomes active. One
 * that was paid in another way meanwhile, or cannot become active any more, leaves the money in the wallet.
 * @returns whether it moved
 */
export async function fundVoucher(
  tx: Db,
  jobs: Deps['jobs'],
  payment: Payment,
  voucher: Voucher,
  now: Date,
): Promise<boolean> {
  if (isTooLate(voucher, now) || !(await activateVoucher(tx, jobs, voucher, now))) return false;
  const { id, ulid, purpose, amount, fee, currency } = voucher;
  await postMovement(
    tx,
    {
      naturalKey: paymentKeyOf(ulid),
      kind: 'voucher_payment',
      // The same as of the line that brought the money in, so that both are found together.
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
  return true;
}
