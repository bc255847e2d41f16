import { sql } from 'drizzle-orm';
import { check, index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core';

import { CURRENCIES } from '../../../contract/money.ts';
import { DECLINE_REASONS } from '../../../contract/wallet.ts';
import { idOfUser } from './accounts.ts';
import { at } from './columns.ts';

export const payments = pgTable(
  'payments',
  (t) => ({
    id: t.integer('id').primaryKey().generatedAlwaysAsIdentity(),
    reference: t.text('reference').notNull(),
    userId: idOfUser('user_id'),
    purpose: t.text('purpose', { enum: ['topup', 'voucher', 'premium'] }).notNull(),
    voucherId: t.integer('voucher_id'),
    amount: t.bigint('amount', { mode: 'bigint' }).notNull(),
    currency: t.text('currency', { enum: CURRENCIES }).notNull(),
    processor: t.text('processor').notNull(),
    provider: t.text('provider'),
    gateway: t.text('gateway').notNull().default('sandbox'),
    status: t.text('status', { enum: ['pending', 'settled', 'failed'] }).notNull(),
    processorReference: t.text('processor_reference'),
    authorizationUrl: t.text('authorization_url'),
    askedAt: at('asked_at'),
    declineReason: t.text('decline_reason', { enum: DECLINE_REASONS }),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  }),
  (table) => [
    uniqueIndex('payments_reference_unique').on(table.reference),
    index('payments_pending')
      .on(table.createdAt)
      .where(sql`${table.status} = 'pending'`),
    index('payments_failed')
      .on(table.updatedAt)
      .where(sql`${table.status} = 'failed'`),
    index('payments_user').on(table.userId),
    index('payments_unsettled')
      .on(table.userId, table.status, table.purpose, table.createdAt, table.id)
      .where(sql`${table.status} in ('pending', 'failed')`),
    check('payments_amount_positive', sql`${table.amount} > 0`),
  ],
);

/** Events are stored before they are processed; `eventKey` makes each one unique. */
export const webhookEvents = pgTable(
  'webhook_events',
  (t) => ({
    id: t.bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    gateway: t.text('gateway').notNull(),
    eventKey: t.text('event_key').notNull(),
    type: t.text('type').notNull(),
    subject: t.text('subject', { enum: ['payment', 'payout', 'purchase', 'reversal'] }),
    reference: t.text('reference'),
    gatewayReference: t.text('gateway_reference'),
    body: t.text('body').notNull(),
    receivedAt: at('received_at').notNull(),
    handledAt: at('handled_at'),
    outcome: t.text('outcome'),
  }),
  (table) => [
    uniqueIndex('webhook_events_key_unique').on(table.gateway, table.eventKey),
    index('webhook_events_received').on(table.receivedAt),
    index('webhook_events_reference').on(table.reference),
    index('webhook_events_unhandled')
      .on(table.receivedAt)
      .where(sql`${table.handledAt} is null`),
  ],
);
