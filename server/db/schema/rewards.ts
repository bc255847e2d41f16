import { bigint, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';

import { users } from './accounts.ts';
import { at } from './columns.ts';

/** Coins journal: append-only, one row a movement, `reference` makes each reason pay once. */
export const pointsEntries = pgTable(
  'points_entries',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    delta: integer('delta').notNull(),
    reason: text('reason').notNull(),
    reference: text('reference').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('points_entries_reference_unique').on(table.reference),
    index('points_entries_user').on(table.userId),
  ],
);
