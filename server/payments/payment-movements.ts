import type { Db } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import type { Hold } from '../ledger/holds.ts';
import {
  escrowOf,
  type Movement,
  PASSED_ON,
  poolOf,
  postMovement,
  processorOf,
  walletOf,
} from '../ledger/journal.ts';
import { endHoldsOf } from '../ledger/manual-holds.ts';
import { activateVoucher } from '../vouchers/activate-voucher.ts';
import { paymentKeyOf, PURCHASE_TEXTS } from '../vouchers/pay-from-wallet.ts';
import { lockVoucher, type Voucher } from '../vouchers/voucher-row.ts';
import { processorName } from './payment-methods.ts';
import { holderOf, type Payment } from './payment-row.ts';

interface Credit {
  /** Whether it funds its purpose; the statement shows only one line then. */
  readonly isSpent: boolean;
  readonly hold: Hold | undefined;
}

/**
 * Whatever a payment was for, it is credited to the wallet first; if the purpose has lapsed, it stays there, held.
 */
export async function creditPayment(
  tx: Db,
  payment: Payment,
  { isSpent, hold }: Credit,
  now: Date,
): Promise<void> {
  const { purpose, processor, amount } = payment;
  const what = purpose === 'topup' ? 'Wallet top-up' : 'Paid in';
  const movement = {
    naturalKey: settleKeyOf(payment),
    kind: isSpent ? PASSED_ON : 'wallet_topup',
    description: `${what} with ${processorName(processor)}`,
  };
  await moveIn(tx, payment, { amount, hold: isSpent ? undefined : hold }, movement, now);
}

/** A second charge under the same reference; it stays in the wallet. @throws AlreadyPosted the second time */
export async function creditAgain(
  tx: Db,
  payment: Payment,
  { transactionId, hold }: { readonly transactionId: string; readonly hold: Hold | undefined },
  now: Date,
): Promise<void> {
  const movement = {
    naturalKey: `settle-again:${payment.reference}:${transactionId}`,
    kind: 'wallet_topup',
    description: `Charged twice with ${processorName(payment.processor)}`,
  };
  await moveIn(tx, payment, { amount: payment.amount, hold }, movement, now);
}

const accountsOf = (payment: Payment) => ({
  processor: processorOf(holderOf(payment), payment.currency),
  wallet: walletOf(payment.userId, payment.currency),
});

/** @param amount what the wallet gets from the processor, minor units; negative where it gives it back */
async function moveIn(
  tx: Db,
  payment: Payment,
  { amount, hold }: { readonly amount: bigint; readonly hold?: Hold | undefined },
  movement: Pick<Movement, 'naturalKey' | 'kind' | 'description'>,
  now: Date,
): Promise<void> {
  const { reference, processor } = payment;
  const holder = holderOf(payment);
  const accounts = accountsOf(payment);
  const entries = [
    { account: accounts.processor, amount: -amount },
    { account: accounts.wallet, amount, hold },
  ];
  const posted = { ...movement, reference, paymentMethod: processor, paymentGateway: holder };
  await postMovement(tx, { ...posted, entries }, now);
}

export async function lockVoucherOf(tx: Db, voucherId: number): Promise<Voucher> {
  const voucher = await lockVoucher(tx, { id: voucherId });
  if (!voucher) throw new Error(`no voucher ${voucherId}`);
  return voucher;
}

/** The entries of a lottery close even when it is paid for late. */
export const isTooLate = ({ finalRevealTime }: Voucher, now: Date): boolean =>
  finalRevealTime !== null && finalRevealTime <= now;

/** @returns false when the voucher was paid in another way, or cannot become active */
export const activatePaidVoucher = async (
  tx: Db,
  jobs: Deps['jobs'],
  voucher: Voucher,
  now: Date,
): Promise<boolean> => !isTooLate(voucher, now) && (await activateVoucher(tx, jobs, voucher, now));

interface Funded {
  readonly voucher: Voucher;
  readonly hold: Hold | undefined;
}

/** Passes a payment on to its voucher, with its hold: what else is in the wallet stays free. */
export async function fundVoucher(
  tx: Db,
  payment: Payment,
  { voucher, hold }: Funded,
  now: Date,
): Promise<void> {
  const { id, ulid, purpose, amount, fee, currency } = voucher;
  await postMovement(
    tx,
    {
      naturalKey: paymentKeyOf(ulid),
      kind: 'voucher_payment',
      // The same reference as the credit's, so that both are found together.
      reference: payment.reference,
      description: PURCHASE_TEXTS[purpose],
      voucherId: id,
      paymentMethod: payment.processor,
      paymentGateway: holderOf(payment),
      entries: [
        { account: walletOf(payment.userId, currency), amount: -payment.amount },
        { account: escrowOf(id, currency), amount, hold },
        { account: poolOf(id, currency), amount: fee, hold },
      ],
    },
    now,
  );
}

/** The key by which a payment is credited. */
export const settleKeyOf = ({ reference }: Pick<Payment, 'reference'>): string =>
  `settle:${reference}`;

export const returnKeyOf = ({ reference }: Pick<Payment, 'reference'>): string =>
  `settle-return:${reference}`;

/**
 * Gives a payment back out of the wallet, and ends the hold on what is left of it there. The payment stays settled, so
 * that later webhooks do not credit it again. @throws AlreadyPosted the second time
 */
export async function refundPayment(tx: Db, payment: Payment, now: Date): Promise<void> {
  const { processor, wallet } = accountsOf(payment);
  await endHoldsOf(tx, payment.reference, { wallet, others: [processor] }, now);
  const movement = {
    naturalKey: returnKeyOf(payment),
    kind: 'wallet_topup',
    description: `Returned to you with ${processorName(payment.processor)}`,
  };
  await moveIn(tx, payment, { amount: -payment.amount }, movement, now);
}
