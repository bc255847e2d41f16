import { index, pgTable } from 'drizzle-orm/pg-core';

import { PAYMENT_CHANNELS } from '../../../contract/wallet.ts';
import { at } from './columns.ts';

export const sandboxCheckouts = pgTable('sandbox_checkouts', (t) => ({
  reference: t.text('reference').primaryKey(),
  processor: t.text('processor').notNull(),
  amount: t.bigint('amount', { mode: 'bigint' }).notNull(),
  currency: t.text('currency').notNull(),
  returnUrl: t.text('return_url').notNull(),
  outcome: t.text('outcome', { enum: ['pending', 'success', 'failed'] }).notNull(),
  channel: t.text('channel', { enum: PAYMENT_CHANNELS }).notNull().default('bank_transfer'),
  /** What the payer's bank says of it. */
  dispute: t.text('dispute', { enum: ['opened', 'won', 'lost'] }),
  createdAt: at('created_at').notNull(),
  /** The settlement that paid it out. */
  settlement: t.text('settlement'),
  settledAt: at('settled_at'),
  /** The settlement that kept back what a lost dispute took. */
  takenFrom: t.text('taken_from'),
}));

export const sandboxTransfers = pgTable('sandbox_transfers', (t) => ({
  reference: t.text('reference').primaryKey(),
  state: t.text('state', { enum: ['processing', 'paid', 'failed'] }).notNull(),
  createdAt: at('created_at').notNull(),
}));

export const sandboxPushes = pgTable(
  'sandbox_pushes',
  (t) => ({
    id: t.bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    token: t.text('token').notNull(),
    message: t.jsonb('message').notNull(),
    sentAt: at('sent_at').notNull(),
  }),
  (table) => [index('sandbox_pushes_token').on(table.token, table.id)],
);
