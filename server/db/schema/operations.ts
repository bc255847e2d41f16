import { bigint, boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';

import type { Proof } from '../../../contract/rewards/trust.ts';
import { at } from './columns.ts';

export const adminActions = pgTable('admin_actions', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  by: text('by').notNull(),
  why: text('why').notNull(),
  action: text('action').notNull(),
  subject: text('subject').notNull(),
  outcome: text('outcome').notNull(),
  createdAt: at('created_at').notNull(),
});

/** The names reveal nothing of a secret, and a retired key is never used again. */
export const secretKeys = pgTable('secret_keys', {
  keyId: text('key_id').primaryKey(),
  use: text('use', { enum: ['writes', 'read', 'retired'] }).notNull(),
  since: at('since').notNull(),
});

export const bookProofs = pgTable(
  'book_proofs',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    provedAt: at('proved_at').notNull(),
    tookMs: integer('took_ms').notNull(),
    isClean: boolean('is_clean').notNull(),
    checks: jsonb('checks').$type<Proof['checks']>().notNull(),
    money: jsonb('money').$type<Proof['money']>().notNull(),
  },
  (table) => [index('book_proofs_proved').on(table.provedAt)],
);
