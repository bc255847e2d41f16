import { pgTable, text } from 'drizzle-orm/pg-core';

import { at } from './columns.ts';

/**
 * The keys that this database is sealed with, by names that tell nothing of a secret: one that writes, those
 * that are still to be read while a rotation goes on, and those that came out of use and never come back.
 */
export const secretKeys = pgTable('secret_keys', {
  keyId: text('key_id').primaryKey(),
  use: text('use', { enum: ['writes', 'read', 'retired'] }).notNull(),
  since: at('since').notNull(),
});
