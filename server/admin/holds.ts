import { and, eq, gt, asc, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';

import { HOLD_BY_HAND_MS } from '../../contract/constants.ts';
import { lockUndeleted } from '../accounts/users.ts';
import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { journalEntries, journalTransactions, ledgerAccounts, holds } from '../db/schema/ledger.ts';
import { endHold, holdManually, releaseHolds } from '../ledger/manual-holds.ts';
import { HELD_BY_HAND, HELD_CARD, HELD_MONEY, isRunning } from '../ledger/holds.ts';
import { postMovement, walletOf } from '../ledger/journal.ts';
import { moneyText } from '../lib/money-text.ts';
import type { Letter } from '../notifications/mail/layout.ts';
import { mailUser } from '../notifications/mail/mail-queue.ts';
import { type Act, AdminError, deedOf, lockVoucherNamed, userNamed } from './record-action.ts';
import { users } from '../db/schema/accounts.ts';
import { vouchers } from '../db/schema/vouchers.ts';

/** Holds a user's prize, as far as it is still in the wallet, for a week, and notifies the winner. */
export const holdPrize: Act = async (tx, deps, [ulid = '', login = '']) => {
  const now = dateOf(deps.clock);
  const until = new Date(now.getTime() + HOLD_BY_HAND_MS);
  const voucher = await lockVoucherNamed(tx, ulid);
  const user = await userNamed(tx, login);
  const prize = await findPrize(tx, voucher.ulid, user.id);
  if (!prize) throw new AdminError(`@${user.username} won nothing with ${voucher.ulid}`);
  const { movement, amount, currency } = prize;
  const account = walletOf(user.id, currency);
  const held = await holdManually(
    tx,
    { account, movement, amount },
    { until, reasons: [HELD_BY_HAND] },
    now,
  );
  if (held === undefined) throw new AdminError(`this prize of @${user.username} was held before`);
  if (held === 0n) throw new AdminError(`the prize of @${user.username} has left the wallet`);
  const money = moneyText(held, currency);
  const came = `is held until ${until.toISOString()}`;
  await mailUser(tx, deps, user, {
    subject: 'Your prize is held for a while',
    paragraphs: [
      `We are looking at how your prize of ${money} was won. Until then you can play with it, and not withdraw it.`,
      'It is free again after a week at the latest, unless we tell you otherwise.',
    ],
    label: 'See the giveaway',
    path: `/v/${voucher.ulid}`,
    notes: ['If you can tell us something about it, answer this message.'],
  });
  return {
    subject: `user:${user.id}`,
    outcome: `${money}, won with ${voucher.ulid}, ${came}`,
    lines: [`${money} of @${user.username} ${came}`],
  };
};

/** A giveaway's payment to a user in minor units; undefined where they won nothing. */
async function findPrize(db: Db, ulid: string, userId: number) {
  const [prize] = await db
    .select({
      movement: journalTransactions.naturalKey,
      amount: journalEntries.amount,
      currency: journalEntries.currency,
    })
    .from(journalTransactions)
    .innerJoin(journalEntries, eq(journalEntries.transactionId, journalTransactions.id))
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, journalEntries.accountId))
    .where(
      and(
        eq(journalTransactions.naturalKey, `win:${ulid}`),
        eq(ledgerAccounts.userId, userId),
        gt(journalEntries.amount, 0n),
      ),
    );
  return prize;
}

/** Ends a hold early, also for money that came from it, and notifies the winner. */
export const releaseHold: Act = async (tx, deps, operands) => {
  const holdId = holdIn(operands);
  const hold = await getHold(tx, holdId);
  const { owner, currency, amount } = hold;
  if (!owner)
    throw new AdminError(
      `hold ${holdId} lies in ${hold.account.key}; release ${hold.originId ?? holdId}`,
    );
  const count = await releaseHolds(tx, holdId, walletOf(owner.id, currency), dateOf(deps.clock));
  if (count === 0) throw new AdminError(`hold ${holdId} is over`);
  const money = moneyText(amount, currency);
  // An owner without any of it left has nothing to withdraw.
  if (amount > 0n && !owner.deletedAt)
    await mailUser(tx, deps, owner, freedLetter(money, isCardMoney(hold)));
  return deedOf(`hold:${holdId}`, owner, (who) => `${money} of ${who} can leave the wallet`);
};

const freedLetter = (money: string, isCard: boolean): Letter => ({
  subject: isCard ? 'Your money is free' : 'Your prize is free',
  paragraphs: [
    isCard
      ? `Your ${money} that was paid by card can be withdrawn now.`
      : `We have looked at how your prize of ${money} was won, and all is well: it can be withdrawn now.`,
  ],
  label: 'Go to your wallet',
  path: '/wallet',
  notes: [`You get this message because ${isCard ? 'money' : 'a prize'} in your wallet was held.`],
});

/**
 * Takes back what is left of a held prize, returns it to the creator of the giveaway that it was first won with, and
 * notifies the winner with the reason. Money that came from it has holds of its own.
 */
export const reverseHold: Act = async (tx, deps, operands, mandate) => {
  const holdId = holdIn(operands);
  const now = dateOf(deps.clock);
  const hold = await getHold(tx, holdId);
  const { owner, currency, voucher } = hold;
  if (!owner)
    throw new AdminError(`hold ${holdId} lies in ${hold.account.key}, which pays it out first`);
  if (!voucher || isCardMoney(hold))
    throw new AdminError(`hold ${holdId} is of money paid by card, which is no prize: refund it`);
  const { creatorId, ulid } = voucher;
  if (!(await lockUndeleted(tx, [creatorId])).has(creatorId))
    throw new AdminError(`the creator of ${ulid} has deleted their account: nobody would get it`);
  const wallet = walletOf(owner.id, currency);
  const creator = walletOf(creatorId, currency);
  const amount = await endHold(tx, holdId, 'reversed', [wallet, creator], now);
  if (amount === undefined)
    throw new AdminError(`hold ${holdId} is over, or all of it was played with`);
  if (wallet.key === creator.key)
    throw new AdminError(`hold ${holdId} is with its creator already; release it`);
  await postMovement(
    tx,
    {
      naturalKey: `reverse:${holdId}`,
      kind: 'voucher_refund',
      reference: ulid,
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
  await mailUser(tx, deps, owner, {
    subject: 'Your prize was taken back',
    paragraphs: [
      `We have looked at how your prize of ${money} was won, and have returned it to the creator of the giveaway that it was won with first.`,
      `The reason: ${mandate.why}`,
    ],
    label: 'See the giveaway',
    path: `/v/${hold.broughtBy}`,
    notes: ['If you think that this is wrong, answer this message and tell us why.'],
  });
  const told = (who: string) => `${money} of ${who} went back to the creator of ${ulid}`;
  return deedOf(`hold:${holdId}`, owner, told);
};

function holdIn(operands: readonly string[]): number {
  const [text = ''] = operands;
  if (operands.length !== 1 || !/^[1-9]\d{0,8}$/.test(text))
    throw new AdminError('the number of a hold is needed; `holds` lists them');
  return Number(text);
}

const origins = alias(holds, 'origin');
const lastMovements = alias(journalTransactions, 'last_movement');
const lastVouchers = alias(vouchers, 'last_voucher');

/** Current holds, first to end first; card money, which nobody has to look at, comes last. */
export const listHolds = (db: Db, now: Date) => selectHolds(db, isRunning(now));

async function getHold(db: Db, holdId: number): Promise<HeldMoney> {
  const [hold] = await selectHolds(db, eq(holds.id, holdId));
  if (!hold) throw new AdminError(`there is no hold ${holdId}`);
  return hold;
}

const selectHolds = (db: Db, where: SQL | undefined) =>
  db
    .select({
      id: holds.id,
      /** The hold that this money came from. */
      originId: holds.originId,
      /** Still on hold, minor units. */
      amount: sql<bigint>`${holds.amount} - ${holds.moved}`.mapWith(BigInt),
      currency: ledgerAccounts.currency,
      reasons: sql<
        readonly string[]
      >`coalesce(${origins.reasons} || (${holds.reasons} - ${HELD_MONEY}::text - ${HELD_CARD}::text), ${holds.reasons})`,
      heldUntil: holds.heldUntil,
      account: { key: ledgerAccounts.key },
      /** The wallet's; null for a voucher's escrow. */
      owner: {
        id: users.id,
        username: users.username,
        email: users.email,
        deletedAt: users.deletedAt,
      },
      /** The giveaway that it was first won with; of card money the voucher that it came with, if any. */
      voucher: { id: vouchers.id, ulid: vouchers.ulid, creatorId: vouchers.creatorId },
      /** What brought it last: a voucher's ulid or a payment's reference. */
      broughtBy: sql<string>`coalesce(${lastVouchers.ulid}, ${lastMovements.reference})`,
    })
    .from(holds)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, holds.accountId))
    .leftJoin(origins, eq(origins.id, holds.originId))
    .innerJoin(
      journalTransactions,
      eq(
        journalTransactions.naturalKey,
        sql`case when ${origins.reasons} ? ${HELD_CARD} then ${holds.movement}
          else coalesce(${origins.movement}, ${holds.movement}) end`,
      ),
    )
    .leftJoin(vouchers, eq(vouchers.id, journalTransactions.voucherId))
    .innerJoin(lastMovements, eq(lastMovements.naturalKey, holds.movement))
    .leftJoin(lastVouchers, eq(lastVouchers.id, lastMovements.voucherId))
    .leftJoin(users, eq(users.id, ledgerAccounts.userId))
    .where(where)
    .orderBy(eq(holds.reasons, [HELD_CARD]), asc(holds.heldUntil), asc(holds.id));

/** Whether nothing but the card speaks against it. */
export const isCardMoney = ({ reasons }: Pick<HeldMoney, 'reasons'>): boolean =>
  reasons.every((reason) => reason === HELD_CARD);

export type HeldMoney = Awaited<ReturnType<typeof selectHolds>>[number];
