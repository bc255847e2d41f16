import { HOLD_BY_HAND_MS } from '../../contract/constants.ts';
import { dateOf } from '../clock.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { holdByHand } from '../ledger/hold-by-hand.ts';
import { HELD_BY_HAND } from '../ledger/holds.ts';
import { walletOf } from '../ledger/journal.ts';
import { moneyText } from '../lib/money-text.ts';
import { queueMail } from '../notifications/mail/mail-queue.ts';
import { AdminError } from './admin-error.ts';
import { findPrize } from './find-prize.ts';
import { heldMail } from './hold-mails.ts';
import { recordAction, type Mandate } from './record-action.ts';
import { lockVoucherNamed, userNamed } from './subjects.ts';

/**
 * Holds what a user won with a giveaway, as far as it is still in the wallet, for a week; then `release` and
 * `reverse` are as for every hold. The winner is told.
 * @returns what was done, in words
 * @throws AdminError for who won nothing there, a prize that is gone, and one that was held before
 */
export const holdPrize = (
  deps: Deps,
  { ulid, login }: { readonly ulid: string; readonly login: string },
  mandate: Mandate,
): Promise<string> =>
  inTransaction(deps.db, async (tx) => {
    const now = dateOf(deps.clock);
    const until = new Date(now.getTime() + HOLD_BY_HAND_MS);
    const voucher = await lockVoucherNamed(tx, ulid);
    const user = await userNamed(tx, login);
    const prize = await findPrize(tx, voucher.ulid, user.id);
    if (!prize) throw new AdminError(`@${user.username} won nothing with ${voucher.ulid}`);
    const { movement, amount, currency } = prize;
    const account = walletOf(user.id, currency);
    const held = await holdByHand(
      tx,
      { account, movement, amount },
      { until, reasons: [HELD_BY_HAND] },
      now,
    );
    if (held === undefined) throw new AdminError(`this prize of @${user.username} was held before`);
    if (held === 0n) throw new AdminError(`the prize of @${user.username} has left the wallet`);
    const money = moneyText(held, currency);
    const came = `is held until ${until.toISOString()}`;
    await recordAction(tx, deps, mandate, {
      action: 'hold',
      subject: `user:${user.id}`,
      outcome: `${money}, won with ${voucher.ulid}, ${came}`,
    });
    const { publicOrigin } = deps.config;
    const mail = heldMail({ publicOrigin, username: user.username, money, ulid: voucher.ulid });
    await queueMail(tx, deps, { to: user.email, ...mail });
    return `${money} of @${user.username} ${came}`;
  });
