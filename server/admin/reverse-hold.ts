import { lockUndeleted } from '../accounts/profile/lock-undeleted.ts';
import { dateOf } from '../clock.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { endHold } from '../ledger/end-hold.ts';
import { postMovement, walletOf } from '../ledger/journal.ts';
import { moneyText } from '../lib/money-text.ts';
import { queueMail } from '../notifications/mail/mail-queue.ts';
import { AdminError } from './admin-error.ts';
import { reversedMail } from './hold-mails.ts';
import { findHold } from './list-holds.ts';
import { recordAction, type Mandate } from './record-action.ts';

/**
 * Takes a held prize back, as far as it was not played with, and returns it to the creator of the giveaway that
 * it was won with first; the winner is told, with the reason. What was played with has holds of its own, each
 * to be reversed where it lies.
 * @returns what was done, in words
 * @throws AdminError for a hold that is not there, lies in a voucher, or is over, and where the creator's account was
 * deleted: nobody could ever take it out of that wallet
 */
export async function reverseHold(deps: Deps, holdId: number, mandate: Mandate): Promise<string> {
  const now = dateOf(deps.clock);
  return inTransaction(deps.db, async (tx) => {
    const hold = await findHold(tx, holdId);
    if (!hold) throw new AdminError(`there is no hold ${holdId}`);
    const { owner, currency, voucher } = hold;
    if (!owner)
      throw new AdminError(`hold ${holdId} lies in ${hold.account.key}, which pays it out first`);
    const { creatorId, ulid } = voucher;
    if (!(await lockUndeleted(tx, [creatorId])).has(creatorId))
      throw new AdminError(`the creator of ${ulid} has deleted their account: nobody would get it`);
    const wallet = walletOf(owner.id, currency);
    const creator = walletOf(voucher.creatorId, currency);
    const amount = await endHold(tx, holdId, 'reversed', [wallet, creator], now);
    if (amount === undefined)
      throw new AdminError(`hold ${holdId} is over, or all of it was played with`);
    const isOwn = wallet.key === creator.key;
    if (isOwn) throw new AdminError(`hold ${holdId} is with its creator already; release it`);
    await postMovement(
      tx,
      {
        naturalKey: `reverse:${holdId}`,
        kind: 'voucher_refund',
        reference: voucher.ulid,
        description: 'Prize taken back and returned to its creator',
        voucherId: voucher.id,
        entries: [
          { account: wallet, amount: -amount },
          { account: creator, amount },
        ],
      },
      now,
    );
    const money = moneyText(amount, currency);
    const came = `went back to the creator of ${voucher.ulid}`;
    await recordAction(tx, deps, mandate, {
      action: 'reverse',
      subject: `hold:${holdId}`,
      outcome: `${money} of user ${owner.id} ${came}`,
    });
    const mail = reversedMail({
      publicOrigin: deps.config.publicOrigin,
      username: owner.username,
      money,
      ulid: hold.broughtBy,
      why: mandate.why,
    });
    await queueMail(tx, deps, { to: owner.email, ...mail });
    return `${money} of @${owner.username} ${came}`;
  });
}
