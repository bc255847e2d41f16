import { and, asc, eq } from 'drizzle-orm';

import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { payouts } from '../db/schema/disbursements.ts';
import type { Deps } from '../deps.ts';
import {
  findDisbursement,
  isTooLateToSend,
  recordManually,
} from '../disbursements/disbursement.ts';
import { type Payout, PAYOUTS } from '../disbursements/payouts.ts';
import { moneyText } from '../lib/money-text.ts';
import { type Act, AdminError } from './record-action.ts';

const isWaiting = and(eq(payouts.review, 'waiting'), eq(payouts.status, 'pending'));

/** Withdrawals to accounts of another holder, the oldest first: each comes back by itself after a day. */
export async function listReviews({ db }: Pick<Deps, 'db'>): Promise<readonly string[]> {
  const waiting = await db
    .select({ payout: payouts, username: users.username, payoutName: users.payoutName })
    .from(payouts)
    .innerJoin(users, eq(users.id, payouts.userId))
    .where(isWaiting)
    .orderBy(asc(payouts.id));
  return waiting.map(
    ({ payout, username, payoutName }) =>
      `${payout.reference}  ${moneyText(payout.amount, payout.currency)}  @${username}  since ${payout.createdAt.toISOString()}: to ${payout.accountName}, ${payout.bankName}; payouts go to ${payoutName ?? 'nobody yet'}`,
  );
}

async function findWaiting(tx: Db, reference: string): Promise<Payout> {
  const payout = await findDisbursement(tx, PAYOUTS, reference);
  if (payout?.review !== 'waiting' || payout.status !== 'pending')
    throw new AdminError(`payout ${reference} does not wait for a look`);
  return payout;
}

/** Lets a withdrawal that waits be sent. */
export const allowPayout: Act = async (tx, deps, [reference = '']) => {
  const payout = await findWaiting(tx, reference);
  if (isTooLateToSend(deps, PAYOUTS, payout))
    throw new AdminError(`payout ${reference} is too old to be sent: refuse it`);
  const [allowed] = await tx
    .update(payouts)
    .set({ review: 'allowed', nextCheckAt: dateOf(deps.clock) })
    .where(and(eq(payouts.id, payout.id), isWaiting))
    .returning({ id: payouts.id });
  if (!allowed) throw new AdminError(`payout ${reference} has ended meanwhile`);
  return { subject: `payout:${reference}`, outcome: 'allowed: it is sent within a minute' };
};

/** Returns the money of a withdrawal that waits. */
export const refusePayout: Act = async (tx, deps, [reference = '']) => {
  const payout = await findWaiting(tx, reference);
  const failed = { state: 'failed', isUnknown: false } as const;
  const recorded = await recordManually(tx, deps, PAYOUTS, payout, failed);
  if (typeof recorded === 'string')
    throw new AdminError(`payout ${reference} cannot be refused any more: it is ${recorded}`);
  return { subject: `payout:${reference}`, outcome: 'refused: the money is back in the wallet' };
};
