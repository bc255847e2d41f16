import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

import { at } from './columns.ts';

/** Fixed-window counters: `login:{address}`, `resend:{account}` … */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').notNull(),
    windowStart: at('window_start').notNull(),
    hits: integer('hits').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.key, table.windowStart] }),
    index('rate_limits_window').on(table.windowStart),
  ],
);

/** Mail to send and mail sent. The sandbox shows these rows; a real transport works them off. */
export const mails = pgTable(
  'mails',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    to: text('to').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    html: text('html').notNull(),
    createdAt: at('created_at').notNull(),
    sentAt: at('sent_at'),
  },
  (table) => [index('mails_to').on(table.to, table.id)],
);

/** Checkouts of the sandbox processor: what a real one would keep on its side. */
export const sandboxCheckouts = pgTable('sandbox_checkouts', {
  reference: text('reference').primaryKey(),
  processor: text('processor').notNull(),
  amount: bigint('amount', { mode: 'bigint' }).notNull(),
  currency: text('currency').notNull(),
  returnUrl: text('return_url').notNull(),
  outcome: text('outcome', { enum: ['pending', 'success', 'failed'] }).notNull(),
  createdAt: at('created_at').notNull(),
});

/** The last known exchange rates, one row a source reading. */
export const exchangeRates = pgTable('exchange_rates', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  rates: jsonb('rates').notNull(),
  source: text('source').notNull(),
  readAt: at('read_at').notNull(),
});

/**
 * What gateways told of by webhook: kept before anything is done with it, and once, however often it is sent.
 * `eventKey` is the gateway's own name of the event, or what it tells in a few words where it has none.
 */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    gateway: text('gateway').notNull(),
    eventKey: text('event_key').notNull(),
    type: text('type').notNull(),
    /** What it is about, where that is ours. */
    subject: text('subject', { enum: ['payment', 'payout'] }),
    /** Our reference of it, as far as it says. */
    reference: text('reference'),
    /** The gateway's own name of it. */
    gatewayReference: text('gateway_reference'),
    /** The body as it came. */
    body: text('body').notNull(),
    receivedAt: at('received_at').notNull(),
    handledAt: at('handled_at'),
    /** What came of it, in a word. */
    outcome: text('outcome'),
  },
  (table) => [
    uniqueIndex('webhook_events_key_unique').on(table.gateway, table.eventKey),
    index('webhook_events_received').on(table.receivedAt),
  ],
);
