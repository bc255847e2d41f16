import { sql } from 'drizzle-orm';
import { check, index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core';

import { DISBURSEMENT_STATUSES } from '../../../contract/disbursement-status.ts';
import { CURRENCIES } from '../../../contract/money.ts';
import { DESTINATION_TYPES } from '../../../contract/withdrawals.ts';
import { idOfUser } from './accounts.ts';
import { at, bytes } from './columns.ts';

/**
 * Movement `withdraw:{reference}` charges the wallet; `withdraw-return:{reference}` refunds it on failure;
 * `late-success:{reference}` books what was delivered all the same.
 */
export const payouts = pgTable(
  'payouts',
  (t) => ({
    id: t.integer('id').primaryKey().generatedAlwaysAsIdentity(),
    reference: t.text('reference').notNull(),
    userId: idOfUser('user_id'),
    /** What arrives; the wallet is charged the rail's fee, too. */
    amount: t.bigint('amount', { mode: 'bigint' }).notNull(),
    fee: t
      .bigint('fee', { mode: 'bigint' })
      .notNull()
      .default(sql`0`),
    currency: t.text('currency', { enum: CURRENCIES }).notNull(),
    rail: t.text('rail').notNull(),
    type: t.text('type', { enum: DESTINATION_TYPES }).notNull(),
    code: t.text('code').notNull(),
    bankName: t.text('bank_name').notNull(),
    accountNumber: t.text('account_number').notNull(),
    accountName: t.text('account_name').notNull(),
    isSaved: t.boolean('is_saved').notNull().default(true),
    status: t.text('status', { enum: DISBURSEMENT_STATUSES }).notNull(),
    /** Whether a person must look at it before it is sent, or has; null for neither. */
    review: t.text('review', { enum: ['waiting', 'allowed'] }),
    railReference: t.text('rail_reference'),
    attempts: t.integer('attempts').notNull().default(0),
    nextCheckAt: at('next_check_at'),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
    toldFailedAt: at('told_failed_at'),
    deliveredLateAt: at('delivered_late_at'),
  }),
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
    index('payouts_open')
      .on(table.createdAt)
      .where(sql`${table.status} in ('pending', 'processing')`),
    index('payouts_delivered_late')
      .on(table.deliveredLateAt)
      .where(sql`${table.deliveredLateAt} is not null`),
    index('payouts_review')
      .on(table.id)
      .where(sql`${table.review} = 'waiting'`),
    check('payouts_amount_positive', sql`${table.amount} > 0`),
  ],
);

/** The first user owns the destination; later ones are refused but recorded as the same person. */
export const payoutDestinations = pgTable(
  'payout_destinations',
  (t) => ({
    id: t.integer('id').primaryKey().generatedAlwaysAsIdentity(),
    destinationHash: t.text('destination_hash').notNull(),
    userId: idOfUser('user_id'),
    isOwner: t.boolean('is_owner').notNull(),
    sealed: bytes('sealed').notNull(),
    createdAt: at('created_at').notNull(),
  }),
  (table) => [
    uniqueIndex('payout_destinations_named').on(table.destinationHash, table.userId),
    uniqueIndex('payout_destinations_owner')
      .on(table.destinationHash)
      .where(sql`${table.isOwner}`),
    index('payout_destinations_user').on(table.userId),
  ],
);

export const PURCHASE_KINDS = ['airtime', 'bill'] as const;

/**
 * Movement `purchase:{reference}` charges the wallet; `purchase-return:{reference}` refunds it on failure;
 * `late-success:{reference}` books what was delivered all the same.
 */
export const purchases = pgTable(
  'purchases',
  (t) => ({
    id: t.integer('id').primaryKey().generatedAlwaysAsIdentity(),
    reference: t.text('reference').notNull(),
    userId: idOfUser('user_id'),
    kind: t.text('kind', { enum: PURCHASE_KINDS }).notNull(),
    amount: t.bigint('amount', { mode: 'bigint' }).notNull(),
    fee: t.bigint('fee', { mode: 'bigint' }).notNull(),
    currency: t.text('currency', { enum: CURRENCIES }).notNull(),
    supplier: t.text('supplier').notNull(),
    product: t.text('product').notNull(),
    service: t.text('service').notNull(),
    serviceName: t.text('service_name').notNull(),
    item: t.text('item'),
    itemName: t.text('item_name'),
    /** A phone number with country code, a meter or a smartcard. */
    customer: t.text('customer').notNull(),
    customerName: t.text('customer_name'),
    status: t.text('status', { enum: DISBURSEMENT_STATUSES }).notNull(),
    supplierReference: t.text('supplier_reference'),
    token: t.text('token'),
    /** Whether it may still get a token, which some suppliers send only after the delivery. */
    awaitsToken: t.boolean('awaits_token').notNull().default(true),
    attempts: t.integer('attempts').notNull().default(0),
    nextCheckAt: at('next_check_at'),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
    toldFailedAt: at('told_failed_at'),
    deliveredLateAt: at('delivered_late_at'),
  }),
  (table) => [
    uniqueIndex('purchases_reference_unique').on(table.reference),
    index('purchases_user').on(table.userId, table.kind, table.id),
    index('purchases_undelivered')
      .on(table.userId, table.status)
      .where(sql`${table.status} <> 'completed'`),
    index('purchases_due')
      .on(table.nextCheckAt)
      .where(sql`${table.nextCheckAt} is not null`),
    index('purchases_open')
      .on(table.createdAt)
      .where(sql`${table.status} in ('pending', 'processing')`),
    index('purchases_delivered_late')
      .on(table.deliveredLateAt)
      .where(sql`${table.deliveredLateAt} is not null`),
    check('purchases_amount_positive', sql`${table.amount} > 0 and ${table.fee} >= 0`),
  ],
);
