import { dateOf } from '../clock.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { releaseHolds } from '../ledger/end-hold.ts';
import { walletOf } from '../ledger/journal.ts';
import { moneyText } from '../lib/money-text.ts';
import { queueMail } from '../notifications/mail/mail-queue.ts';
import { AdminError } from './admin-error.ts';
import { releasedMail } from './hold-mails.ts';
import { findHold } from './list-holds.ts';
import { recordAction, type Mandate } from './record-action.ts';

/**
 * Lets a held prize leave its wallet before its time, with all that was played with out of it, and tells the
 * winner.
 * @returns what was done, in words
 * @throws AdminError for a hold that is not there, lies in a voucher, or is over
 */
export async function releaseHold(deps: Deps, holdId: number, mandate: Mandate): Promise<string> {
  const now = dateOf(deps.clock);
  return inTransaction(deps.db, async (tx) => {
    const hold = await findHold(tx, holdId);
    if (!hold) throw new AdminError(`there is no hold ${holdId}`);
    const { owner, currency, amount } = hold;
    if (!owner)
      throw new AdminError(
        `hold ${holdId} lies in ${hold.account.key}; release ${hold.originId ?? holdId}`,
      );
    const count = await releaseHolds(tx, holdId, walletOf(owner.id, currency), now);
    if (count === 0) throw new AdminError(`hold ${holdId} is over`);
    const money = moneyText(amount, currency);
    await recordAction(tx, deps, mandate, {
      action: 'release',
      subject: `hold:${holdId}`,
      outcome: `${money} of user ${owner.id} can leave the wallet`,
    });
    const { publicOrigin } = deps.config;
    const mail = releasedMail({ publicOrigin, username: owner.username, money });
    // Who has played with all of it has nothing to withdraw, and may have deleted their account.
    if (amount > 0n && !owner.deletedAt) await queueMail(tx, deps, { to: owner.email, ...mail });
    return `${money} of @${owner.username} can leave the wallet`;
  });
}
