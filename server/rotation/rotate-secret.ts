import { eq } from 'drizzle-orm';

import { dateOf } from '../clock.ts';
import { secretKeys } from '../db/schema/rotation.ts';
import type { Deps } from '../deps.ts';
import { resealGuesses } from '../giveaways/guess/reseal-guesses.ts';
import { resealReceiptKeys } from '../giveaways/receipts/receipt-keys.ts';
import { reencryptMails } from '../notifications/mail/mail-content.ts';
import { findOpenRelease } from '../payment-vouchers/release-code.ts';
import { resealVouchers } from '../vouchers/by-purpose/reseal-vouchers.ts';
import { reencryptDestinations } from '../disbursements/destination-owner.ts';
import { takeOverWriting } from './take-over-writing.ts';

/** Longer than another node takes to notice that the new key writes, and than a statement may run. */
const SETTLE_MS = 60_000;

/**
 * One round of replacing the secret of before: lets the new one write, then seals every row anew that is not
 * under it. Any number of nodes may do so at once, and die in the middle. It is over after a round that found
 * nothing, begun when no node could write with the key of before any more.
 * @returns `waiting` for a node that has only the secret of before; `resealing`: another round is needed.
 */
export async function rotateSecret(
  deps: Pick<Deps, 'db' | 'database' | 'clock' | 'secrets' | 'log'>,
): Promise<'waiting' | 'resealing' | 'done'> {
  const { since, isOpen } = await takeOverWriting(deps);
  if (since === undefined) return 'waiting';
  if (isOpen) {
    const begunAt = dateOf(deps.clock);
    const settledAt = new Date(since.getTime() + SETTLE_MS);
    const resealed =
      (await resealVouchers(deps)) +
      (await resealGuesses(deps)) +
      (await resealReceiptKeys(deps)) +
      (await reencryptMails(deps)) +
      (await reencryptDestinations(deps));
    if (resealed > 0) deps.log.info({ resealed }, 'rows were sealed with the new secret');
    if (resealed > 0 || begunAt < settledAt) return 'resealing';
    // A release code stands there as a hash alone: the secret of before is needed until it has expired.
    if (await findOpenRelease(deps.db, settledAt, begunAt)) return 'resealing';
    await deps.db.update(secretKeys).set({ use: 'retired' }).where(eq(secretKeys.use, 'read'));
  }
  deps.log.info({}, 'everything is under the new secret: GOODIES_SECRET_OLD can be taken away');
  return 'done';
}
