import { sql } from 'drizzle-orm';
import { check, index, pgTable, unique, uniqueIndex } from 'drizzle-orm/pg-core';

import { CURRENCIES } from '../../../contract/money.ts';
import { DECLINE_REASONS, PAYMENT_CHANNELS } from '../../../contract/wallet.ts';
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
    /** How it was paid; null before, and for what was settled before this was stored. */
    channel: t.text('channel', { enum: PAYMENT_CHANNELS }),
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
    index('payments_revocable')
      .on(table.userId)
      .where(sql`${table.status} = 'settled' and ${table.channel} in ('card', 'other')`),
    check('payments_amount_positive', sql`${table.amount} > 0`),
  ],
);

const DISPUTE_STATES = ['opened', 'won', 'lost'] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

/**
 * Disputes of payments and refunds at a gateway, which are lost from the start. `taken`, minor units, is what the
 * movement `dispute-lost:{gateway}:{gatewayId}` gave back.
 */
export const disputes = pgTable(
  'disputes',
  (t) => ({
    id: t.integer('id').primaryKey().generatedAlwaysAsIdentity(),
    paymentId: t
      .integer('payment_id')
      .notNull()
      .references(() => payments.id),
    gateway: t.text('gateway').notNull(),
    gatewayId: t.text('gateway_id').notNull(),
    amount: t.bigint('amount', { mode: 'bigint' }).notNull(),
    taken: t
      .bigint('taken', { mode: 'bigint' })
      .notNull()
      .default(sql`0`),
    state: t.text('state', { enum: DISPUTE_STATES }).notNull(),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  }),
  (table) => [
    unique('disputes_gateway_unique').on(table.gateway, table.gatewayId),
    index('disputes_payment').on(table.paymentId),
    check('disputes_taken_within', sql`${table.taken} between 0 and ${table.amount}`),
    check('disputes_taken_if_lost', sql`${table.state} = 'lost' or ${table.taken} = 0`),
  ],
);

/** `reversal` was written by versions that did not tell disputes from refunds. */
const WEBHOOK_SUBJECTS = [
  'payment',
  'payout',
  'purchase',
  'reversal',
  'dispute',
  'refund',
] as const;

/** Events are stored before they are processed; `eventKey` makes each one unique. */
export const webhookEvents = pgTable(
  'webhook_events',
  (t) => ({
    id: t.bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    gateway: t.text('gateway').notNull(),
    eventKey: t.text('event_key').notNull(),
    type: t.text('type').notNull(),
    subject: t.text('subject', { enum: WEBHOOK_SUBJECTS }),
    reference: t.text('reference'),
    gatewayReference: t.text('gateway_reference'),
    /** The gateway's id of a dispute or refund. */
    disputeId: t.text('dispute_id'),
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
