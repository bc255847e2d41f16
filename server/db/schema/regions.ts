import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';

import { at } from './columns.ts';

export const exchangeRates = pgTable('exchange_rates', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  rates: jsonb('rates').notNull(),
  source: text('source').notNull(),
  readAt: at('read_at').notNull(),
});
