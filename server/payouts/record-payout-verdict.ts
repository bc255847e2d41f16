import { eq } from 'drizzle-orm';

import { PAYOUT_CHECK_AFTER_MS } from '../../contract/constants.ts';
import { DAY_MS, HOUR_MS } from '../../contract/durations.ts';
import type { WithdrawalStatus } from '../../contract/withdrawals.ts';
import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { payouts } from '../db/schema/payouts.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { payoutOf, postMovement, walletOf } from '../ledger/journal.ts';
import { currencyOf } from '../lib/stored-currency.ts';
import { freeUnpaid } from './destination-owner.ts';
import type { RailVerdict } from './payout-rail.ts';

export type Payout = typeof payouts.$inferSelect;

/** The next question comes when a payout is an eighth older, within these bounds. */
const MAX_PAUSE_MS = HOUR_MS;
/** Transfers can come back after they arrived, so each is asked about once more. */
const REVERSAL_CHECK_AFTER_MS = DAY_MS;

/** Where a payout stands, as far as a rail's word ends or moves it; otherwise as it was. */
const NEXT_STATUS: Readonly<
  Record<WithdrawalStatus, Partial<Record<RailVerdict['state'], WithdrawalStatus>>>
> = {
  pending: { processing: 'processing', paid: 'completed', failed: 'failed', refused: 'failed' },
  processing: { paid: 'completed', failed: 'failed' },
  completed: { failed: 'failed' },
  failed: {},
};

/**
 * Records a rail's word about a payout. Answer, webhook and job all come through here, in any order and at
 * the same time; the money goes back at most once, in the transaction that makes it `failed`.
 */
export async function recordPayoutVerdict(
  deps: Deps,
  payoutId: number,
  verdict: RailVerdict,
): Promise<Payout> {
  const now = dateOf(deps.clock);
  return inTransaction(deps.db, async (tx) => {
    const [payout] = await tx.select().from(payouts).where(eq(payouts.id, payoutId)).for('update');
    if (!payout) throw new Error(`no payout ${payoutId}`);
    // A person has to look at this one: it was returned, and the rail paid it all the same.
    if (payout.status === 'failed' && verdict.state === 'paid') {
      const { reference, rail } = payout;
      deps.log.error({ reference, rail }, 'a returned withdrawal was paid out');
    }
    const status = nextStatusOf(payout, verdict.state);
    if (status === 'failed' && payout.status !== 'failed') await returnMoney(tx, payout, now);
    const [recorded] = await tx
      .update(payouts)
      .set({
        status,
        railReference: verdict.railReference ?? payout.railReference,
        nextCheckAt: nextCheckOf(payout, status, now),
        updatedAt: now,
      })
      .where(eq(payouts.id, payoutId))
      .returning();
    if (status === 'failed' && payout.status !== 'failed')
      await freeUnpaid(tx, deps, payout.userId, {
        ...payout,
        currency: currencyOf(payout.currency),
      });
    return recorded ?? payout;
  });
}

/**
 * A refusal is the end only when no other try was made: one of which nothing was heard may still arrive,
 * and whether it did only the rail knows.
 */
function nextStatusOf({ status, attempts }: Payout, state: RailVerdict['state']): WithdrawalStatus {
  if (state === 'refused' && attempts > 1) return status;
  return NEXT_STATUS[status][state] ?? status;
}

/** When the job asks again; null once the last word is spoken. */
function nextCheckOf(payout: Payout, status: WithdrawalStatus, now: Date): Date | null {
  if (status === 'failed') return null;
  if (status !== 'completed') return new Date(now.getTime() + pauseOf(payout, now));
  if (payout.status === 'completed') return payout.nextCheckAt;
  return new Date(now.getTime() + REVERSAL_CHECK_AFTER_MS);
}

function pauseOf(payout: Payout, now: Date): number {
  const eighth = (now.getTime() - payout.createdAt.getTime()) / 8;
  return Math.min(Math.max(eighth, PAYOUT_CHECK_AFTER_MS), MAX_PAUSE_MS);
}

async function returnMoney(tx: Db, payout: Payout, now: Date): Promise<void> {
  const { reference, rail, amount, currency, userId, type } = payout;
  await postMovement(
    tx,
    {
      naturalKey: `withdraw-return:${reference}`,
      kind: 'withdrawal',
      reference,
      description: 'Withdrawal returned',
      paymentMethod: type,
      paymentGateway: rail,
      entries: [
        { account: payoutOf(rail, currency), amount: -amount },
        { account: walletOf(userId, currency), amount },
      ],
    },
    now,
  );
}
