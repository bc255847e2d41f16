import { and, count, desc, eq, gt, inArray, isNull } from 'drizzle-orm';

import { isPremium, type UserRow } from '../accounts/present-user.ts';
import type { Db } from '../db/database.ts';
import { passkeys, sessions } from '../db/schema/accounts.ts';
import { journalEntries, journalTransactions, ledgerAccounts } from '../db/schema/ledger.ts';
import { notifications } from '../db/schema/notifications.ts';
import { vouchers } from '../db/schema/vouchers.ts';
import { heldIn } from '../ledger/holds.ts';
import { moneyText } from '../lib/money-text.ts';

/** Notifications that are listed, for `requeue notice ID`. */
const LAST_NOTICES = 5;
/** Movements that are listed. */
const LAST_MOVEMENTS = 10;

/** What support needs of a user: no password, PIN, token, and no number of an account elsewhere. */
export async function findUserFacts(db: Db, user: UserRow, now: Date): Promise<string[]> {
  const fingers = await db.$count(passkeys, eq(passkeys.userId, user.id));
  return [
    `user ${user.id}  @${user.username}  ${user.email} (${user.emailVerifiedAt ? 'verified' : 'not verified'})`,
    `${user.region}, since ${user.createdAt.toISOString()}, ${isPremium(user, now) ? 'Premium' : 'no Premium'}, ${user.points} coins, ${user.pinHash ? 'has a PIN' : 'has no PIN'}, ${fingers} ${fingers === 1 ? 'passkey' : 'passkeys'}`,
    ...(user.blockedAt ? [`BLOCKED since ${user.blockedAt.toISOString()}`] : []),
    await sessionsLine(db, user.id, now),
    ...(await walletLines(db, user.id, now)),
    await vouchersLine(db, user.id),
    ...(await movementLines(db, user.id)),
    ...(await noticeLines(db, user.id)),
  ];
}

async function sessionsLine(db: Db, userId: number, now: Date): Promise<string> {
  const isOpen = and(isNull(sessions.revokedAt), gt(sessions.expiresAt, now));
  const open = await db.$count(sessions, and(eq(sessions.userId, userId), isOpen));
  return `logged in on ${open} ${open === 1 ? 'device' : 'devices'}`;
}

async function walletLines(db: Db, userId: number, now: Date): Promise<string[]> {
  const rows = await db
    .select({
      currency: ledgerAccounts.currency,
      balance: ledgerAccounts.balance,
      held: heldIn(now).mapWith(BigInt),
    })
    .from(ledgerAccounts)
    .where(and(eq(ledgerAccounts.userId, userId), eq(ledgerAccounts.type, 'wallet')))
    .orderBy(ledgerAccounts.currency);
  return rows.map(({ currency, balance, held }) => {
    const heldText = held > 0n ? `, of which ${moneyText(held, currency)} held` : '';
    return `wallet ${moneyText(balance, currency)}${heldText}`;
  });
}

async function vouchersLine(db: Db, userId: number): Promise<string> {
  const rows = await db
    .select({ purpose: vouchers.purpose, status: vouchers.status, n: count() })
    .from(vouchers)
    .where(and(eq(vouchers.creatorId, userId), inArray(vouchers.status, ['pending', 'active'])))
    .groupBy(vouchers.purpose, vouchers.status);
  const parts = rows.map(({ purpose, status, n }) => `${n} ${purpose} ${status}`);
  return `open vouchers: ${parts.join(', ') || 'none'}`;
}

async function movementLines(db: Db, userId: number): Promise<string[]> {
  const rows = await db
    .select({
      at: journalTransactions.createdAt,
      kind: journalTransactions.kind,
      reference: journalTransactions.reference,
      amount: journalEntries.amount,
      currency: journalEntries.currency,
    })
    .from(ledgerAccounts)
    .innerJoin(journalEntries, eq(journalEntries.accountId, ledgerAccounts.id))
    .innerJoin(journalTransactions, eq(journalTransactions.id, journalEntries.transactionId))
    .where(and(eq(ledgerAccounts.userId, userId), eq(ledgerAccounts.type, 'wallet')))
    .orderBy(desc(journalEntries.id))
    .limit(LAST_MOVEMENTS);
  return rows.map(({ at, kind, reference, amount, currency }) => {
    const sign = amount < 0n ? '-' : '+';
    const size = amount < 0n ? -amount : amount;
    return `${at.toISOString()}  ${sign}${moneyText(size, currency)}  ${kind}  ${reference}`;
  });
}

/** By number, kind and time alone: what they say is the user's. */
async function noticeLines(db: Db, userId: number): Promise<string[]> {
  const rows = await db
    .select({ id: notifications.id, kind: notifications.kind, at: notifications.createdAt })
    .from(notifications)
    .where(eq(notifications.userId, userId))
    .orderBy(desc(notifications.id))
    .limit(LAST_NOTICES);
  return rows.map(({ id, kind, at }) => `notice ${id}  ${kind}  ${at.toISOString()}`);
}
