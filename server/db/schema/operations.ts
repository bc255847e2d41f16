import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

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
