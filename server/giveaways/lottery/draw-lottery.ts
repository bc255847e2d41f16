import { and, eq, min, sql } from 'drizzle-orm';

import { splitEqually } from '../../../contract/money.ts';
import type { RiskReason } from '../../../contract/constants.ts';
import { lockUndeleted } from '../../accounts/users.ts';
import { dateOf } from '../../clock.ts';
import { LOCK_TIMEOUT_MS, type Db } from '../../db/database.ts';
import { guesses } from '../../db/schema/giveaways.ts';
import { vouchers } from '../../db/schema/vouchers.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { allGuesses, closeToGuesses } from '../guess/lock-guessers.ts';
import { holdOf } from '../../abuse/score-guess.ts';
import { entriesRootOf } from '../fairness/entries-root.ts';
import {
  announceEvent,
  expiredNotification,
  storeNotifications,
  wonNotification,
} from '../../notifications/store-notifications.ts';
import { decryptCode } from '../../vouchers/voucher-secrets.ts';
import { payOutGiveaway } from '../pay-out-giveaway.ts';
import { lockVoucher } from '../../vouchers/voucher-row.ts';

/**
 * Each winner gets one share, and remainder units go to the earliest.
 * Deleted accounts do not win; without a winner the prize returns to the creator.
 * It does nothing when called too early or twice.
 */
export async function drawLottery(
  deps: Pick<Deps, 'database' | 'clock' | 'secrets'>,
  voucherId: number,
): Promise<void> {
  const now = dateOf(deps.clock);
  const draw = async (tx: Db): Promise<void> => {
    // A lock timeout stops draws of a dead node from blocking each other one after another.
    await tx.execute(sql.raw(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`));
    await closeToGuesses(tx, voucherId);
    const voucher = await lockVoucher(tx, { id: voucherId });
    if (voucher?.status !== 'active' || voucher.revealMethod !== 'lottery') return;
    if (!voucher.finalRevealTime || voucher.finalRevealTime > now) return;
    const winners = await findWinners(tx, voucherId);
    const [only] = winners.length === 1 ? winners : [];
    await tx
      .update(vouchers)
      .set({
        status: 'completed',
        completedAt: now,
        guessCount: allGuesses,
        maskedCode: decryptCode(deps.secrets, voucher.ulid, voucher.codeEncrypted),
        winnerId: only?.userId ?? null,
        winningGuessNumber: only?.number ?? null,
        entriesRoot: await entriesRootOf(tx, deps.secrets, voucher),
      })
      .where(eq(vouchers.id, voucherId));
    const parts = splitEqually(voucher.amount, winners.length);
    const shares = winners.map(({ userId, ...risk }, index) => ({
      userId,
      amount: parts[index] ?? 0n,
      hold: holdOf(risk, now),
    }));
    await payOutGiveaway(tx, voucher, shares, now);
    const eventKey = `draw:${voucher.ulid}`;
    await announceEvent(tx, { kind: 'lottery_drawn', eventKey, voucherId }, now);
    const isWon = winners.length > 0;
    await storeNotifications(
      tx,
      [isWon ? wonNotification(voucher) : expiredNotification(voucher)],
      now,
    );
  };
  // The draw has no statement timeout, because a large lottery would then never be drawn.
  await deps.database.unhurried((db) => inTransaction(db, draw));
}

/** Earliest first; the locks keep these accounts from being deleted before they are paid. */
async function findWinners(tx: Db, voucherId: number) {
  const number = min(guesses.number);
  const right = await tx
    .select({
      userId: guesses.userId,
      number,
      score: sql<number>`max(${guesses.riskScore})`,
      reasons: sql<
        RiskReason[]
      >`(array_agg(to_jsonb(${guesses.riskReasons}) order by ${guesses.riskScore} desc))[1]`,
    })
    .from(guesses)
    .where(and(eq(guesses.voucherId, voucherId), eq(guesses.isCorrect, true)))
    .groupBy(guesses.userId)
    .orderBy(number);
  const undeleted = await lockUndeleted(
    tx,
    right.map(({ userId }) => userId),
  );
  return right.filter(({ userId }) => undeleted.has(userId));
}
