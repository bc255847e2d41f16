import { bigint, pgTable, text } from 'drizzle-orm/pg-core';

import { at } from './columns.ts';

/** What administrators did by hand, and why: written in the transaction of what was done, never changed. */
export const adminActions = pgTable('admin_actions', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  /** Who did it, as they call themselves. */
  by: text('by').notNull(),
  why: text('why').notNull(),
  /** A command of `npm run admin`, e.g. `reverse`. */
  action: text('action').notNull(),
  /** What it was done to, e.g. `hold:12`. */
  subject: text('subject').notNull(),
  /** What came of it, in words. */
  outcome: text('outcome').notNull(),
  createdAt: at('created_at').notNull(),
});
