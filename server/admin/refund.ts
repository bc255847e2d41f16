import { findUserById, getUser } from '../accounts/users.ts';
import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { listUnclaimed, payUnclaimed } from '../ledger/unclaimed.ts';
import { moneyText } from '../lib/money-text.ts';
import { returnEscrow } from '../payment-vouchers/own-payment-voucher.ts';
import { isPosted } from '../ledger/read-ledger.ts';
import { takeableOf } from '../payments/disputes.ts';
import { refundPayment, returnKeyOf } from '../payments/payment-movements.ts';
import { lockPayment, type Payment } from '../payments/payment-row.ts';
import { readPaidVoucher } from '../payments/verify-payment.ts';
import { hasBoughtPremium } from '../premium/premium-period.ts';
import type { Voucher } from '../vouchers/voucher-row.ts';
import type { Letter } from '../notifications/mail/layout.ts';
import { mailUser } from '../notifications/mail/mail-queue.ts';
import {
  type Act,
  AdminError,
  type Deed,
  deedOf,
  lockVoucherNamed,
  type Mandate,
} from './record-action.ts';

/**
 * Refunds by a reversing movement, once, and notifies the owner: a settled payment by its reference, out of the
 * payer's wallet to its gateway; an unused payment voucher by its ulid, to its creator's wallet.
 */
export const refund: Act = async (tx, deps, [name = ''], mandate) => {
  const payment = await lockPayment(tx, name);
  return payment
    ? refundSettled(tx, deps, payment, mandate)
    : refundVoucher(tx, deps, await lockVoucherNamed(tx, name), mandate);
};

async function refundSettled(
  tx: Db,
  deps: Deps,
  payment: Payment,
  mandate: Mandate,
): Promise<Deed> {
  const { reference, status, userId, gateway } = payment;
  if (status !== 'settled') throw new AdminError(`payment ${reference} is ${status}, not settled`);
  if (
    (await takeableOf(tx, payment)) < payment.amount &&
    !(await isPosted(tx, returnKeyOf(payment)))
  )
    throw new AdminError(
      `payment ${reference} was taken back by its bank: \`find\` shows how much`,
    );
  const spent = await findSpentOn(tx, payment);
  if (spent) throw new AdminError(`payment ${reference} ${spent}`);
  const now = dateOf(deps.clock);
  // A late payment may belong to a deleted account, for which it is kept.
  const [kept] = await listUnclaimed(tx, reference);
  if (kept) await payUnclaimed(tx, kept, userId, now);
  await refundPayment(tx, payment, now);
  const money = moneyText(payment.amount, payment.currency);
  const user = await findUserById(tx, userId);
  if (!user) throw new Error(`no user ${userId}`);
  const said = `Your payment of ${money} was taken out of your wallet, and goes back to where you paid it from. That can take a few days.`;
  // A deleted account has no address.
  if (!user.deletedAt)
    await mailUser(tx, deps, user, letterOf('Your payment is returned', said, mandate, reference));
  const told = (who: string) => `${money} left the wallet of ${who}: return it at ${gateway}`;
  return deedOf(`payment:${reference}`, user, told);
}

/** Where a payment's money is, if it is not in the wallet; undefined when it may be refunded. */
async function findSpentOn(tx: Db, payment: Payment): Promise<string | undefined> {
  if (payment.purpose === 'premium')
    return (await hasBoughtPremium(tx, payment.reference)) ? 'bought Premium' : undefined;
  if (payment.purpose !== 'voucher') return undefined;
  const { voucher, paidVoucher } = await readPaidVoucher(tx, payment);
  const { ulid, status, purpose } = voucher;
  if (!paidVoucher) return undefined;
  if (purpose === 'payment' && status === 'active')
    return `paid voucher ${ulid}, which is unused: refund that first`;
  return purpose === 'payment' && (status === 'cancelled' || status === 'expired')
    ? undefined
    : `paid voucher ${ulid}, which is ${status}: the money is gone`;
}

async function refundVoucher(
  tx: Db,
  deps: Deps,
  voucher: Voucher,
  mandate: Mandate,
): Promise<Deed> {
  const { ulid, purpose, status, creatorId } = voucher;
  if (purpose !== 'payment')
    throw new AdminError(`${ulid} is a giveaway: its money is for whoever wins it`);
  if (status !== 'active') throw new AdminError(`voucher ${ulid} is ${status}, not active`);
  await returnEscrow(tx, voucher, 'cancelled', dateOf(deps.clock));
  const money = moneyText(voucher.amount, voucher.currency);
  const creator = await getUser(tx, creatorId);
  const said = `Your payment voucher of ${money} was cancelled, and the money is back in your wallet.`;
  await mailUser(tx, deps, creator, letterOf('Your voucher was cancelled', said, mandate, ulid));
  const told = (who: string) => `${money} went back to the wallet of ${who}`;
  return deedOf(`voucher:${ulid}`, creator, told);
}

const letterOf = (subject: string, said: string, { why }: Mandate, reference: string): Letter => ({
  priority: 'normal',
  subject,
  paragraphs: [said, `The reason: ${why}`],
  label: 'See your transactions',
  path: '/transactions',
  notes: [
    `Reference: ${reference}. If you think that this is wrong, answer this message and tell us why.`,
  ],
});
