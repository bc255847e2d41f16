import { bigint, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';

import { at } from './columns.ts';

export const sandboxCheckouts = pgTable('sandbox_checkouts', {
  reference: text('reference').primaryKey(),
  processor: text('processor').notNull(),
  amount: bigint('amount', { mode: 'bigint' }).notNull(),
  currency: text('currency').notNull(),
  returnUrl: text('return_url').notNull(),
  outcome: text('outcome', { enum: ['pending', 'success', 'failed'] }).notNull(),
  createdAt: at('created_at').notNull(),
});

export const sandboxTransfers = pgTable('sandbox_transfers', {
  reference: text('reference').primaryKey(),
  state: text('state', { enum: ['processing', 'paid', 'failed'] }).notNull(),
  createdAt: at('created_at').notNull(),
});

export const sandboxPushes = pgTable(
  'sandbox_pushes',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    token: text('token').notNull(),
    message: jsonb('message').notNull(),
    sentAt: at('sent_at').notNull(),
  },
  (table) => [index('sandbox_pushes_token').on(table.token, table.id)],
);
