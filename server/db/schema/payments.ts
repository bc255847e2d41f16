import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';

import { DECLINE_REASONS } from '../../../contract/wallet.ts';
import { idOfUser } from './accounts.ts';
import { at } from './columns.ts';

export const payments = pgTable(
  'payments',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    reference: text('reference').notNull(),
    userId: idOfUser('user_id'),
    purpose: text('purpose', { enum: ['topup', 'voucher', 'premium'] }).notNull(),
    voucherId: integer('voucher_id'),
    amount: bigint('amount', { mode: 'bigint' }).notNull(),
    currency: text('currency').notNull(),
    processor: text('processor').notNull(),
    provider: text('provider'),
    gateway: text('gateway').notNull().default('sandbox'),
    status: text('status', { enum: ['pending', 'settled', 'failed'] }).notNull(),
    processorReference: text('processor_reference'),
    authorizationUrl: text('authorization_url'),
    askedAt: at('asked_at'),
    declineReason: text('decline_reason', { enum: DECLINE_REASONS }),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('payments_reference_unique').on(table.reference),
    index('payments_pending')
      .on(table.createdAt)
      .where(sql`${table.status} = 'pending'`),
    index('payments_failed')
      .on(table.updatedAt)
      .where(sql`${table.status} = 'failed'`),
    index('payments_unsettled')
      .on(table.userId, table.status, table.purpose, table.createdAt, table.id)
      .where(sql`${table.status} in ('pending', 'failed')`),
    check('payments_amount_positive', sql`${table.amount} > 0`),
  ],
);

/** Events are stored before they are processed; `eventKey` makes each one unique. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    gateway: text('gateway').notNull(),
    eventKey: text('event_key').notNull(),
    type: text('type').notNull(),
    subject: text('subject', { enum: ['payment', 'payout', 'purchase', 'reversal'] }),
    reference: text('reference'),
    gatewayReference: text('gateway_reference'),
    body: text('body').notNull(),
    receivedAt: at('received_at').notNull(),
    handledAt: at('handled_at'),
    outcome: text('outcome'),
  },
  (table) => [
    uniqueIndex('webhook_events_key_unique').on(table.gateway, table.eventKey),
    index('webhook_events_received').on(table.receivedAt),
    index('webhook_events_unhandled')
      .on(table.receivedAt)
      .where(sql`${table.handledAt} is null`),
  ],
);
