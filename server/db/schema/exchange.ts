import { sql } from 'drizzle-orm';
import { check, index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core';

import { CURRENCIES } from '../../../contract/money.ts';
import { idOfUser } from './accounts.ts';
import { at } from './columns.ts';

export const exchangeRates = pgTable('exchange_rates', (t) => ({
  id: t.integer('id').primaryKey().generatedAlwaysAsIdentity(),
  rates: t.jsonb('rates').notNull(),
  source: t.text('source').notNull(),
  readAt: at('read_at').notNull(),
}));

/** A quote is used once: movement `exchange:{reference}` sets `usedAt` in its transaction. */
export const exchangeQuotes = pgTable(
  'exchange_quotes',
  (t) => ({
    id: t.integer('id').primaryKey().generatedAlwaysAsIdentity(),
    reference: t.text('reference').notNull(),
    userId: idOfUser('user_id'),
    fromCurrency: t.text('from_currency', { enum: CURRENCIES }).notNull(),
    toCurrency: t.text('to_currency', { enum: CURRENCIES }).notNull(),
    amount: t.bigint('amount', { mode: 'bigint' }).notNull(),
    /** Minor units of `toCurrency`, after the spread. */
    gets: t.bigint('gets', { mode: 'bigint' }).notNull(),
    /** Units of `toCurrency` for one of `fromCurrency`, before the spread. */
    marketRate: t.numeric('market_rate').notNull(),
    spreadBp: t.integer('spread_bp').notNull(),
    rateReadAt: at('rate_read_at').notNull(),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    usedAt: at('used_at'),
  }),
  (table) => [
    uniqueIndex('exchange_quotes_reference_unique').on(table.reference),
    index('exchange_quotes_user').on(table.userId),
    index('exchange_quotes_unused')
      .on(table.expiresAt)
      .where(sql`${table.usedAt} is null`),
    check('exchange_quotes_amounts_positive', sql`${table.amount} > 0 and ${table.gets} > 0`),
    check('exchange_quotes_two_currencies', sql`${table.fromCurrency} <> ${table.toCurrency}`),
  ],
);
