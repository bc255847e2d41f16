import { pgTable, text } from 'drizzle-orm/pg-core';

import { at } from './columns.ts';

/** The names reveal nothing of a secret, and a retired key is never used again. */
export const secretKeys = pgTable('secret_keys', {
  keyId: text('key_id').primaryKey(),
  use: text('use', { enum: ['writes', 'read', 'retired'] }).notNull(),
  since: at('since').notNull(),
});
