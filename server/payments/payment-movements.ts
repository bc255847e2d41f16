import type { Db } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import {
  escrowOf,
  PASSED_ON,
  poolOf,
  postMovement,
  processorOf,
  walletOf,
} from '../ledger/journal.ts';
import { activateVoucher } from '../vouchers/activate-voucher.ts';
import { paymentKeyOf, PURCHASE_TEXTS } from '../vouchers/pay-from-wallet.ts';
import { lockVoucher, type Voucher } from '../vouchers/voucher-row.ts';
import { processorName } from './payment-methods.ts';
import { holderOf, type Payment } from './payment-row.ts';

/**
 * Puts a paid amount into its payer's wallet, whatever it was paid for: from there it goes on to its purpose
 * in the same transaction, or stays when that has fallen away.
 * @param isSpent whether it goes on, so that only what it pays for is a line of the payer's statement
 */
export async function creditPayment(
  tx: Db,
  payment: Payment,
  isSpent: boolean,
  now: Date,
): Promise<void> {
  const { reference, purpose, processor, amount, currency, userId } = payment;
  const holder = holderOf(payment);
  const what = purpose === 'topup' ? 'Wallet top-up' : 'Paid in';
  await postMovement(
    tx,
    {
      naturalKey: `settle:${reference}`,
      kind: isSpent ? PASSED_ON : 'wallet_topup',
      reference,
      description: `${what} with ${processorName(processor)}`,
      paymentMethod: processor,
      paymentGateway: holder,
      entries: [
        { account: processorOf(holder, currency), amount: -amount },
        { account: walletOf(userId, currency), amount },
      ],
    },
    now,
  );
}

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

/** The natural key of the movement that takes a payment back. */
export const returnKeyOf = ({ reference }: Pick<Payment, 'reference'>): string =>
  `settle-return:${reference}`;

/**
 * Takes a settled payment out of its payer's wallet again, for the money to be returned at the gateway. The payment
 * stays settled: it was made, and no later report of it credits it again.
 * @throws AlreadyPosted the second time; AppError `insufficient_funds`, `money_held` when the money is gone
 */
export async function refundPayment(tx: Db, payment: Payment, now: Date): Promise<void> {
  const { reference, processor, amount, currency, userId } = payment;
  const holder = holderOf(payment);
  await postMovement(
    tx,
    {
      naturalKey: returnKeyOf(payment),
      kind: 'wallet_topup',
      reference,
      description: `Returned to you with ${processorName(processor)}`,
      paymentMethod: processor,
      paymentGateway: holder,
      entries: [
        { account: walletOf(userId, currency), amount: -amount },
        { account: processorOf(holder, currency), amount },
      ],
    },
    now,
  );
}
