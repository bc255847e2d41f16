import { and, count, desc, eq, gt, inArray, isNull, lt, ne } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';

import { findUserById, isPremium, type UserRow } from '../accounts/users.ts';
import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { passkeys, sessions, users } from '../db/schema/accounts.ts';
import { adminActions } from '../db/schema/operations.ts';
import { cases } from '../db/schema/cases.ts';
import { guesses } from '../db/schema/giveaways.ts';
import { journalEntries, journalTransactions, ledgerAccounts } from '../db/schema/ledger.ts';
import { notifications } from '../db/schema/notifications.ts';
import { payments, webhookEvents } from '../db/schema/payments.ts';
import { vouchers } from '../db/schema/vouchers.ts';
import { type Disbursement, findDisbursement } from '../disbursements/disbursement.ts';
import { PAYOUTS } from '../disbursements/payouts.ts';
import { PURCHASES } from '../disbursements/purchases.ts';
import { heldIn } from '../ledger/holds.ts';
import { moneyText } from '../lib/money-text.ts';
import { listDisputes } from '../payments/disputes.ts';
import type { Payment } from '../payments/payment-row.ts';
import { type Act, AdminError, findUserNamed } from './record-action.ts';

/** Shows a user, a voucher or whatever has a reference. It is recorded because it shows personal data. */
export const lookUp: Act = async (tx, deps, [text = '']) => {
  const user = await findUserNamed(tx, text);
  const found = user
    ? { subject: `user:${user.id}`, lines: await findUserFacts(tx, user, dateOf(deps.clock)) }
    : ((await findVoucherFacts(tx, text)) ?? (await findReference(tx, text)));
  if (!found) throw new AdminError(`there is no user, voucher or reference ${text}`);
  const { subject, lines } = found;
  const earlier = await findActions(tx, subject);
  return { subject, outcome: 'looked at', lines: [...lines, ...earlier] };
};

interface FoundRecord {
  /** As `admin_actions` names it, e.g. `voucher:01J…`. */
  readonly subject: string;
  readonly lines: readonly string[];
}

const SHOWN_DIGITS = 4;
const ACTIONS_SHOWN = 10;
const lastDigits = (number: string): string => `…${number.slice(-SHOWN_DIGITS)}`;
const moment = (at: Date | null): string => at?.toISOString() ?? '-';

const creator = alias(users, 'creator');
const winner = alias(users, 'winner');

/** Never its code or a hidden digit. */
export async function findVoucherFacts(db: Db, ulid: string): Promise<FoundRecord | undefined> {
  const [row] = await db
    .select({ voucher: vouchers, creator: creator.username, winner: winner.username })
    .from(vouchers)
    .innerJoin(creator, eq(creator.id, vouchers.creatorId))
    .leftJoin(winner, eq(winner.id, vouchers.winnerId))
    .where(eq(vouchers.ulid, ulid.toUpperCase()));
  if (!row) return undefined;
  const { voucher } = row;
  return {
    subject: `voucher:${voucher.ulid}`,
    lines: [
      `voucher ${voucher.ulid}  ${voucher.purpose}, ${voucher.status}${voucher.isPrivate ? ', private' : ''}`,
      `${moneyText(voucher.amount, voucher.currency)} of @${row.creator}, winner ${row.winner ? `@${row.winner}` : 'none'}`,
      `made ${moment(voucher.createdAt)}, active since ${moment(voucher.activatedAt)}, over ${moment(voucher.completedAt)}, ends ${moment(voucher.finalRevealTime ?? voucher.expiresAt)}`,
      `${voucher.revealMethod}: ${voucher.views} views, ${voucher.guessCount} guesses, featured since ${moment(voucher.featuredAt)}`,
    ],
  };
}

/** What has a reference: a payment, payout or purchase, and its movements. */
export async function findReference(db: Db, reference: string): Promise<FoundRecord | undefined> {
  const moved = await movementsOf(db, reference);
  const { subject, lines } = (await findPaid(db, reference)) ?? facts('reference', reference);
  if (lines.length + moved.length === 0) return undefined;
  return { subject, lines: [...lines, ...moved, ...(await webhooksOf(db, reference))] };
}

const facts = (noun: string, reference: string, ...lines: readonly string[]): FoundRecord => ({
  subject: `${noun}:${reference}`,
  lines,
});

async function findPaid(db: Db, reference: string): Promise<FoundRecord | undefined> {
  const ownerOf = async ({ userId }: { readonly userId: number }) =>
    `@${(await findUserById(db, userId))?.username}`;
  const [payment] = await db.select().from(payments).where(eq(payments.reference, reference));
  if (payment)
    return facts(
      'payment',
      reference,
      `payment ${reference}  ${payment.purpose}, ${payment.status}  ${moneyText(payment.amount, payment.currency)} of ${await ownerOf(payment)}`,
      `${payment.processor} at ${payment.gateway}, theirs: ${payment.processorReference ?? '-'}, declined: ${payment.declineReason ?? '-'}`,
      `begun ${moment(payment.createdAt)}, asked ${moment(payment.askedAt)}, changed ${moment(payment.updatedAt)}`,
      ...(await disputeLines(db, payment)),
    );
  const payout = await findDisbursement(db, PAYOUTS, reference);
  if (payout)
    return facts(
      'payout',
      reference,
      `payout ${reference}  ${payout.status}  ${moneyText(payout.amount, payout.currency)} of ${await ownerOf(payout)}, fee ${moneyText(payout.fee, payout.currency)}${payout.review === null ? '' : `, review: ${payout.review}`}`,
      `to ${payout.accountName}, ${payout.bankName} ${lastDigits(payout.accountNumber)}, by ${payout.rail}, theirs: ${payout.railReference ?? '-'}`,
      triesOf(payout),
    );
  const purchase = await findDisbursement(db, PURCHASES, reference);
  // The token is worth money, so it is left out.
  return (
    purchase &&
    facts(
      'purchase',
      reference,
      `purchase ${reference}  ${purchase.kind}, ${purchase.status}  ${moneyText(purchase.amount + purchase.fee, purchase.currency)} of ${await ownerOf(purchase)}`,
      `${purchase.serviceName} for ${lastDigits(purchase.customer)}, by ${purchase.supplier}, theirs: ${purchase.supplierReference ?? '-'}`,
      triesOf(purchase),
    )
  );
}

async function disputeLines(db: Db, { id, currency }: Payment): Promise<string[]> {
  const found = await listDisputes(db, id);
  return found.map(
    ({ gatewayId, state, amount, taken, createdAt, updatedAt }) =>
      `dispute ${gatewayId}  ${state}  ${moneyText(amount, currency)}, taken ${moneyText(taken, currency)}  since ${moment(createdAt)}, changed ${moment(updatedAt)}`,
  );
}

const triesOf = ({ createdAt, attempts, updatedAt, nextCheckAt }: Disbursement): string =>
  `begun ${moment(createdAt)}, ${attempts} tries, changed ${moment(updatedAt)}, asked next ${moment(nextCheckAt)}`;

async function movementsOf(db: Db, reference: string): Promise<string[]> {
  const rows = await db
    .select()
    .from(journalTransactions)
    .where(eq(journalTransactions.reference, reference))
    .orderBy(journalTransactions.id);
  return rows.map(
    ({ naturalKey, kind, createdAt }) => `moved ${moment(createdAt)}  ${kind}  ${naturalKey}`,
  );
}

async function webhooksOf(db: Db, reference: string): Promise<string[]> {
  const rows = await db
    .select()
    .from(webhookEvents)
    .where(eq(webhookEvents.reference, reference))
    .orderBy(webhookEvents.id)
    .limit(LAST_MOVEMENTS);
  return rows.map(
    ({ id, gateway, type, receivedAt, outcome }) =>
      `webhook ${id}  ${moment(receivedAt)}  ${gateway}  ${type}  ${outcome ?? 'not handled'}`,
  );
}

/** Earlier actions of administrators, latest first. */
async function findActions(db: Db, subject: string): Promise<string[]> {
  const rows = await db
    .select()
    .from(adminActions)
    .where(and(eq(adminActions.subject, subject), ne(adminActions.action, 'find')))
    .orderBy(desc(adminActions.id))
    .limit(ACTIONS_SHOWN);
  return rows.map(
    ({ createdAt, by, action, outcome, why }) =>
      `by hand ${moment(createdAt)}  ${by}: ${action}, ${outcome} (${why})`,
  );
}

/** How many are listed, for `requeue notice ID`. */
const LAST_NOTICES = 5;
const LAST_MOVEMENTS = 10;
const LAST_RISKS = 3;
const LAST_CASES = 5;

/** No password, PIN, token or account number. */
async function findUserFacts(db: Db, user: UserRow, now: Date): Promise<string[]> {
  const fingers = await db.$count(passkeys, eq(passkeys.userId, user.id));
  return [
    `user ${user.id}  @${user.username}  ${user.email} (${user.emailVerifiedAt ? 'verified' : 'not verified'})`,
    `${user.region}, since ${user.createdAt.toISOString()}, ${isPremium(user, now) ? 'Premium' : 'no Premium'}, ${user.points} coins, ${user.pinHash ? 'has a PIN' : 'has no PIN'}, ${fingers} ${fingers === 1 ? 'passkey' : 'passkeys'}`,
    ...(user.blockedAt ? [`BLOCKED since ${user.blockedAt.toISOString()}`] : []),
    await sessionsLine(db, user.id, now),
    ...(await walletLines(db, user.id, now)),
    ...(await owedLines(db, user.id)),
    await vouchersLine(db, user.id),
    ...(await movementLines(db, user.id)),
    ...(await riskLines(db, user.id)),
    ...(await caseLines(db, user.id)),
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

async function owedLines(db: Db, userId: number): Promise<string[]> {
  const rows = await db
    .select({ currency: ledgerAccounts.currency, balance: ledgerAccounts.balance })
    .from(ledgerAccounts)
    .where(
      and(
        eq(ledgerAccounts.userId, userId),
        eq(ledgerAccounts.type, 'receivable'),
        lt(ledgerAccounts.balance, 0n),
      ),
    )
    .orderBy(ledgerAccounts.currency);
  return rows.map(({ currency, balance }) => `owes ${moneyText(-balance, currency)}`);
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

/** Why guesses of theirs looked like those of a machine or a farm. */
async function riskLines(db: Db, userId: number): Promise<string[]> {
  const rows = await db
    .select({
      at: guesses.createdAt,
      score: guesses.riskScore,
      reasons: guesses.riskReasons,
      ulid: vouchers.ulid,
    })
    .from(guesses)
    .innerJoin(vouchers, eq(vouchers.id, guesses.voucherId))
    .where(and(eq(guesses.userId, userId), gt(guesses.riskScore, 0)))
    .orderBy(desc(guesses.id))
    .limit(LAST_RISKS);
  return rows.map(
    ({ at, score, reasons, ulid }) =>
      `risk ${score}  ${ulid}  ${at.toISOString()}  ${reasons.join(', ')}`,
  );
}

async function caseLines(db: Db, userId: number): Promise<string[]> {
  const rows = await db
    .select()
    .from(cases)
    .where(eq(cases.userId, userId))
    .orderBy(desc(cases.id))
    .limit(LAST_CASES);
  return rows.map(
    ({ caseNumber, status, category, reference, createdAt }) =>
      `case ${caseNumber}  ${status}  ${category} of ${reference}  ${createdAt.toISOString()}`,
  );
}

/** Their contents are personal, so only number, kind and time are shown. */
async function noticeLines(db: Db, userId: number): Promise<string[]> {
  const rows = await db
    .select({ id: notifications.id, kind: notifications.kind, at: notifications.createdAt })
    .from(notifications)
    .where(eq(notifications.userId, userId))
    .orderBy(desc(notifications.id))
    .limit(LAST_NOTICES);
  return rows.map(({ id, kind, at }) => `notice ${id}  ${kind}  ${at.toISOString()}`);
}
