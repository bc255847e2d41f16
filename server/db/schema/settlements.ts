import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core';

import { CURRENCIES } from '../../../contract/money.ts';
import { at } from './columns.ts';

/**
 * What a gateway paid out to the bank, in minor units: `gross` left its account, `fee` it kept, `net` came to the bank.
 * `gateway` is the holder of the processor's account.
 */
export const settlements = pgTable(
  'settlements',
  (t) => ({
    id: t.integer('id').primaryKey().generatedAlwaysAsIdentity(),
    gateway: t.text('gateway').notNull(),
    externalId: t.text('external_id').notNull(),
    currency: t.text('currency', { enum: CURRENCIES }).notNull(),
    gross: t.bigint('gross', { mode: 'bigint' }).notNull(),
    fee: t.bigint('fee', { mode: 'bigint' }).notNull(),
    net: t.bigint('net', { mode: 'bigint' }).notNull(),
    settledOn: t.date('settled_on', { mode: 'string' }).notNull(),
    source: t.text('source', { enum: ['api', 'csv'] }).notNull(),
    /** What its transactions sum to less what the journal had for them; null where it listed none. */
    difference: t.bigint('difference', { mode: 'bigint' }),
    bookedAt: at('booked_at').notNull(),
  }),
  (table) => [
    uniqueIndex('settlements_external_id_unique').on(table.gateway, table.externalId),
    check('settlements_balanced', sql`${table.gross} = ${table.fee} + ${table.net}`),
  ],
);

/** What a settlement consists of; one that was booked by hand has a single row without a reference. */
export const settlementTransactions = pgTable(
  'settlement_transactions',
  (t) => ({
    id: t.bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    settlementId: t
      .integer('settlement_id')
      .notNull()
      .references(() => settlements.id),
    reference: t.text('reference'),
    amount: t.bigint('amount', { mode: 'bigint' }).notNull(),
    paidOn: t.date('paid_on', { mode: 'string' }).notNull(),
  }),
  (table) => [
    index('settlement_transactions_reference').on(table.reference),
    index('settlement_transactions_paid').on(table.paidOn),
  ],
);

/** How a day's settled payments compared with what was paid out of them, when that was last looked at. */
export const settlementDays = pgTable(
  'settlement_days',
  (t) => ({
    gateway: t.text('gateway').notNull(),
    currency: t.text('currency', { enum: CURRENCIES }).notNull(),
    day: t.date('day', { mode: 'string' }).notNull(),
    journal: t.bigint('journal', { mode: 'bigint' }).notNull(),
    settled: t.bigint('settled', { mode: 'bigint' }).notNull(),
    /** Payments that no settlement lists. */
    unmatched: t.integer('unmatched').notNull(),
    isDifferent: t.boolean('is_different').notNull(),
  }),
  (table) => [primaryKey({ columns: [table.gateway, table.currency, table.day] })],
);
