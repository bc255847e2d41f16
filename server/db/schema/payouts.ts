import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

import { DISBURSEMENT_STATUSES } from '../../../contract/disbursement-status.ts';
import { DESTINATION_TYPES } from '../../../contract/withdrawals.ts';
import { users } from './accounts.ts';
import { at, bytes } from './columns.ts';

/**
 * Money on its way out to a bank or phone. The wallet was charged by the movement `withdraw:{reference}` in
 * the transaction that made the row; `failed` means that `withdraw-return:{reference}` gave it back.
 */
export const payouts = pgTable(
  'payouts',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    reference: text('reference').notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    amount: bigint('amount', { mode: 'bigint' }).notNull(),
    currency: text('currency').notNull(),
    rail: text('rail').notNull(),
    type: text('type', { enum: DESTINATION_TYPES }).notNull(),
    code: text('code').notNull(),
    bankName: text('bank_name').notNull(),
    accountNumber: text('account_number').notNull(),
    accountName: text('account_name').notNull(),
    /** Whether the person may be offered this destination again. */
    isSaved: boolean('is_saved').notNull().default(true),
    status: text('status', { enum: DISBURSEMENT_STATUSES }).notNull(),
    /** The rail's own name for it, once it gave one. */
    railReference: text('rail_reference'),
    /** How often it was handed to the rail, counted before each try. */
    attempts: integer('attempts').notNull().default(0),
    /** When the job asks the rail again; never when null. */
    nextCheckAt: at('next_check_at'),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('payouts_reference_unique').on(table.reference),
    index('payouts_user').on(table.userId),
    index('payouts_undelivered')
      .on(table.userId, table.status)
      .where(sql`${table.status} <> 'completed'`),
    index('payouts_account').on(table.accountNumber),
    index('payouts_due')
      .on(table.nextCheckAt)
      .where(sql`${table.nextCheckAt} is not null`),
    check('payouts_amount_positive', sql`${table.amount} > 0`),
  ],
);

/**
 * Whose a payout destination is: the first who withdrew there. Who named it afterwards was refused, and stands
 * here as well, since two accounts with one bank account are one person's.
 */
export const payoutDestinations = pgTable(
  'payout_destinations',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** Keyed hash of the destination. */
    destinationHash: text('destination_hash').notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    isOwner: boolean('is_owner').notNull(),
    sealed: bytes('sealed').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('payout_destinations_named').on(table.destinationHash, table.userId),
    uniqueIndex('payout_destinations_owner')
      .on(table.destinationHash)
      .where(sql`${table.isOwner}`),
    index('payout_destinations_user').on(table.userId),
  ],
);
