import { bigint, pgTable, text } from 'drizzle-orm/pg-core';

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
