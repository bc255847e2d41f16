import { and, desc, eq, ne } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';

import type { Db } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { adminActions } from '../db/schema/admin.ts';
import { journalTransactions } from '../db/schema/ledger.ts';
import { payments } from '../db/schema/payments.ts';
import { payouts } from '../db/schema/payouts.ts';
import { purchases } from '../db/schema/suppliers.ts';
import { vouchers } from '../db/schema/vouchers.ts';
import { moneyText } from '../lib/money-text.ts';

/** A thing that an administrator looked up. */
export interface FoundRecord {
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

/** What support needs of a voucher; never its code, nor a hidden digit. */
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

/** What support needs of whatever has this reference: a payment, withdrawal, purchase or another movement. */
export async function findReference(db: Db, reference: string): Promise<FoundRecord | undefined> {
  return (
    (await findPaymentFacts(db, reference)) ??
    (await findPayoutFacts(db, reference)) ??
    (await findPurchaseFacts(db, reference)) ??
    (await findMovementFacts(db, reference))
  );
}

async function findPaymentFacts(db: Db, reference: string): Promise<FoundRecord | undefined> {
  const [row] = await db
    .select({ payment: payments, username: users.username })
    .from(payments)
    .innerJoin(users, eq(users.id, payments.userId))
    .where(eq(payments.reference, reference));
  if (!row) return undefined;
  const { payment, username } = row;
  return {
    subject: `payment:${reference}`,
    lines: [
      `payment ${reference}  ${payment.purpose}, ${payment.status}  ${moneyText(payment.amount, payment.currency)} of @${username}`,
      `${payment.processor} at ${payment.gateway}, theirs: ${payment.processorReference ?? '-'}, declined: ${payment.declineReason ?? '-'}`,
      `begun ${moment(payment.createdAt)}, asked ${moment(payment.askedAt)}, changed ${moment(payment.updatedAt)}`,
      ...(await movementsOf(db, reference)),
    ],
  };
}

async function findPayoutFacts(db: Db, reference: string): Promise<FoundRecord | undefined> {
  const [row] = await db
    .select({ payout: payouts, username: users.username })
    .from(payouts)
    .innerJoin(users, eq(users.id, payouts.userId))
    .where(eq(payouts.reference, reference));
  if (!row) return undefined;
  const { payout, username } = row;
  return {
    subject: `payout:${reference}`,
    lines: [
      `payout ${reference}  ${payout.status}  ${moneyText(payout.amount, payout.currency)} of @${username}`,
      `to ${payout.accountName}, ${payout.bankName} ${lastDigits(payout.accountNumber)}, by ${payout.rail}, theirs: ${payout.railReference ?? '-'}`,
      `begun ${moment(payout.createdAt)}, ${payout.attempts} tries, changed ${moment(payout.updatedAt)}, asked next ${moment(payout.nextCheckAt)}`,
      ...(await movementsOf(db, reference)),
    ],
  };
}

async function findPurchaseFacts(db: Db, reference: string): Promise<FoundRecord | undefined> {
  const [row] = await db
    .select({ purchase: purchases, username: users.username })
    .from(purchases)
    .innerJoin(users, eq(users.id, purchases.userId))
    .where(eq(purchases.reference, reference));
  if (!row) return undefined;
  const { purchase, username } = row;
  // Its token is money to the person who types it in.
  return {
    subject: `purchase:${reference}`,
    lines: [
      `purchase ${reference}  ${purchase.kind}, ${purchase.status}  ${moneyText(purchase.amount + purchase.fee, purchase.currency)} of @${username}`,
      `${purchase.serviceName} for ${lastDigits(purchase.customer)}, by ${purchase.supplier}, theirs: ${purchase.supplierReference ?? '-'}`,
      `begun ${moment(purchase.createdAt)}, ${purchase.attempts} tries, changed ${moment(purchase.updatedAt)}, asked next ${moment(purchase.nextCheckAt)}`,
      ...(await movementsOf(db, reference)),
    ],
  };
}

async function findMovementFacts(db: Db, reference: string): Promise<FoundRecord | undefined> {
  const lines = await movementsOf(db, reference);
  return lines.length > 0 ? { subject: `reference:${reference}`, lines } : undefined;
}

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

/** What was done by hand to a thing, the last first. */
export async function findActions(db: Db, subject: string): Promise<string[]> {
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
