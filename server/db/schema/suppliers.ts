import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';

import { DISBURSEMENT_STATUSES } from '../../../contract/disbursement-status.ts';
import { users } from './accounts.ts';
import { at } from './columns.ts';

/** What can be bought of suppliers; each is a kind of movement, too. */
export const PURCHASE_KINDS = ['airtime', 'bill'] as const;

/**
 * Airtime, data and bills that were paid from a wallet. It was charged by the movement `purchase:{reference}` in
 * the transaction that made the row; `failed` means that `purchase-return:{reference}` gave it back.
 */
export const purchases = pgTable(
  'purchases',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    reference: text('reference').notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    kind: text('kind', { enum: PURCHASE_KINDS }).notNull(),
    /** What is delivered, and what is charged on top of it. */
    amount: bigint('amount', { mode: 'bigint' }).notNull(),
    fee: bigint('fee', { mode: 'bigint' }).notNull(),
    currency: text('currency').notNull(),
    supplier: text('supplier').notNull(),
    product: text('product').notNull(),
    /** The network or biller as the API calls it, and as people do. */
    service: text('service').notNull(),
    serviceName: text('service_name').notNull(),
    /** The bundle or item; null for plain airtime. */
    item: text('item'),
    itemName: text('item_name'),
    /** The phone with its country's code, the meter, the smartcard. */
    customer: text('customer').notNull(),
    customerName: text('customer_name'),
    status: text('status', { enum: DISBURSEMENT_STATUSES }).notNull(),
    /** The supplier's own name for it, once it gave one. */
    supplierReference: text('supplier_reference'),
    token: text('token'),
    /** How often it was handed to the supplier, counted before each try. */
    attempts: integer('attempts').notNull().default(0),
    /** When the job asks the supplier again; never when null. */
    nextCheckAt: at('next_check_at'),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('purchases_reference_unique').on(table.reference),
    index('purchases_user').on(table.userId, table.kind, table.id),
    index('purchases_undelivered')
      .on(table.userId, table.status)
      .where(sql`${table.status} <> 'completed'`),
    index('purchases_due')
      .on(table.nextCheckAt)
      .where(sql`${table.nextCheckAt} is not null`),
    check('purchases_amount_positive', sql`${table.amount} > 0 and ${table.fee} >= 0`),
  ],
);
