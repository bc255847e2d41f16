import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';

import { DISBURSEMENT_STATUSES } from '../../../contract/disbursement-status.ts';
import { users } from './accounts.ts';
import { at } from './columns.ts';

export const PURCHASE_KINDS = ['airtime', 'bill'] as const;

/** Movement `purchase:{reference}` charges the wallet; `purchase-return:{reference}` refunds it on failure. */
export const purchases = pgTable(
  'purchases',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    reference: text('reference').notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    kind: text('kind', { enum: PURCHASE_KINDS }).notNull(),
    amount: bigint('amount', { mode: 'bigint' }).notNull(),
    fee: bigint('fee', { mode: 'bigint' }).notNull(),
    currency: text('currency').notNull(),
    supplier: text('supplier').notNull(),
    product: text('product').notNull(),
    service: text('service').notNull(),
    serviceName: text('service_name').notNull(),
    item: text('item'),
    itemName: text('item_name'),
    /** A phone number with country code, a meter or a smartcard. */
    customer: text('customer').notNull(),
    customerName: text('customer_name'),
    status: text('status', { enum: DISBURSEMENT_STATUSES }).notNull(),
    supplierReference: text('supplier_reference'),
    token: text('token'),
    attempts: integer('attempts').notNull().default(0),
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
