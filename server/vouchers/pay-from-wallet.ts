import { eq } from 'drizzle-orm';

import { majorToMinor, minorToMajor } from '../../contract/money.ts';
import { MESSAGES } from '../../contract/messages.ts';
import type { PayFromWalletAnswer, PayFromWalletBody } from '../../contract/vouchers.ts';
import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { accounts, journalTransactions } from '../db/schema/ledger.ts';
import { vouchers } from '../db/schema/vouchers.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';
import { idempotently, type Answer, type RequestKey } from '../http/idempotency.ts';
import { escrowOf, poolOf, postMovement, walletOf } from '../ledger/journal.ts';
import { activateVoucher } from './activate-voucher.ts';
import { isNamed, readVoucherName, type Voucher } from './voucher-row.ts';

export interface WalletPayment {
  readonly userId: number;
  readonly body: PayFromWalletBody;
  readonly requestKey: RequestKey | undefined;
}

/** What makes a voucher's payment from the wallet happen once. */
const paymentKeyOf = (ulid: string): string => `pay:${ulid}`;

/**
 * Pays for a pending giveaway from its creator's wallet: prize into escrow, fee into the sharers' pool; the
 * giveaway becomes active. A payment that was made before gets the same answer.
 * @throws AppError `voucher_not_found` for one that is not the caller's own, `amount_mismatch`,
 * `insufficient_funds`, `already_paid` when it was paid in another way, `entries_closed` for a lottery whose
 * closing time has passed.
 */
export async function payFromWallet(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  { userId, body, requestKey }: WalletPayment,
): Promise<Answer<PayFromWalletAnswer>> {
  const now = dateOf(deps.clock);
  return idempotently(deps.db, requestKey, now, async (tx) => {
    const voucher = await lockOwnGiveaway(tx, body.voucher_id, userId);
    const amount = majorToMinor(body.amount);
    if (amount !== voucher.amount || body.currency !== voucher.currency)
      throw new AppError('amount_mismatch');
    if (voucher.status !== 'pending')
      return answer(voucher, await balanceOfEarlierPayment(tx, voucher));
    if (voucher.finalRevealTime && voucher.finalRevealTime <= now)
      throw new AppError('entries_closed');
    await activateVoucher(tx, deps.jobs, voucher, now);
    const wallet = walletOf(userId, voucher.currency);
    const balances = await postMovement(
      tx,
      {
        naturalKey: paymentKeyOf(voucher.ulid),
        kind: 'voucher_payment',
        reference: voucher.ulid,
        description: 'Giveaway posted',
        voucherId: voucher.id,
        paymentMethod: 'wallet',
        entries: [
          { account: wallet, amount: -(voucher.amount + voucher.fee) },
          { account: escrowOf(voucher.id, voucher.currency), amount: voucher.amount },
          { account: poolOf(voucher.id, voucher.currency), amount: voucher.fee },
        ],
      },
      now,
    );
    return answer({ ...voucher, status: 'active' }, balances.get(wallet.key) ?? 0n);
  });
}

async function lockOwnGiveaway(tx: Db, nameText: string, userId: number): Promise<Voucher> {
  const name = readVoucherName(nameText);
  const [voucher] = name
    ? await tx.select().from(vouchers).where(isNamed(name)).for('no key update')
    : [];
  if (!voucher || voucher.creatorId !== userId || voucher.purpose !== 'giveaway')
    throw new AppError('voucher_not_found');
  return voucher;
}

async function balanceOfEarlierPayment(tx: Db, voucher: Voucher): Promise<bigint> {
  const [payment] = await tx
    .select({ id: journalTransactions.id })
    .from(journalTransactions)
    .where(eq(journalTransactions.naturalKey, paymentKeyOf(voucher.ulid)));
  if (!payment) throw new AppError('already_paid');
  const wallet = walletOf(voucher.creatorId, voucher.currency);
  const [account] = await tx
    .select({ balance: accounts.balance })
    .from(accounts)
    .where(eq(accounts.key, wallet.key));
  return account?.balance ?? 0n;
}

const answer = (voucher: Voucher, balance: bigint): Answer<PayFromWalletAnswer> => ({
  status: 200,
  body: {
    success: true,
    message: MESSAGES.paymentSuccessful,
    data: { voucher_id: voucher.ulid, status: voucher.status, balance: minorToMajor(balance) },
  },
});
