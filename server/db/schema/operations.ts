import { index, pgTable } from 'drizzle-orm/pg-core';

import type { Proof, RefundClock } from '../../../contract/rewards/trust.ts';
import { at } from './columns.ts';

export const adminActions = pgTable('admin_actions', (t) => ({
  id: t.bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  by: t.text('by').notNull(),
  why: t.text('why').notNull(),
  action: t.text('action').notNull(),
  subject: t.text('subject').notNull(),
  outcome: t.text('outcome').notNull(),
  createdAt: at('created_at').notNull(),
}));

/** The names reveal nothing of a secret, and a retired key is never used again. */
export const secretKeys = pgTable('secret_keys', (t) => ({
  keyId: t.text('key_id').primaryKey(),
  use: t.text('use', { enum: ['writes', 'read', 'retired'] }).notNull(),
  since: at('since').notNull(),
}));

export const bookProofs = pgTable(
  'book_proofs',
  (t) => ({
    id: t.integer('id').primaryKey().generatedAlwaysAsIdentity(),
    provedAt: at('proved_at').notNull(),
    tookMs: t.integer('took_ms').notNull(),
    isClean: t.boolean('is_clean').notNull(),
    checks: t.jsonb('checks').$type<Proof['checks']>().notNull(),
    money: t.jsonb('money').$type<Proof['money']>().notNull(),
    refundClock: t.jsonb('refund_clock').$type<RefundClock>(),
    /** When every rule was last checked from the first day; rows that were stored earlier lack it. */
    wholeAt: at('whole_at'),
  }),
  (table) => [index('book_proofs_proved').on(table.provedAt)],
);

/** From where the journal is proved; the newest row is about the opening balances. */
export const bookCheckpoints = pgTable('book_checkpoints', (t) => ({
  id: t.integer('id').primaryKey().generatedAlwaysAsIdentity(),
  madeAt: at('made_at').notNull(),
  /** A JWS of what the journal held until then, and of the opening balances. */
  signed: t.text('signed').notNull(),
}));

/** Each account's balance at the newest checkpoint, in minor units; without a foreign key, as millions are written at once. */
export const bookOpenings = pgTable('book_openings', (t) => ({
  accountId: t.bigint('account_id', { mode: 'number' }).primaryKey(),
  balance: t.bigint('balance', { mode: 'bigint' }).notNull(),
}));
