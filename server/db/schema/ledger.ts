import { sql } from 'drizzle-orm';
import { check, index, pgTable, unique, uniqueIndex, type AnyPgColumn } from 'drizzle-orm/pg-core';

import { CURRENCIES } from '../../../contract/money.ts';
import { users } from './accounts.ts';
import { at } from './columns.ts';

/** `receivable` is what a user owes and never above zero; other accounts of a user or a voucher are never below it. */
export const ACCOUNT_TYPES = [
  'wallet',
  'escrow',
  'pool',
  'fees',
  'processor',
  'payout',
  'rail_fees',
  'exchange',
  'supplier',
  'losses',
  'unclaimed',
  'bank',
  'fees_paid',
  'receivable',
] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];

/** `key` is e.g. `wallet:{user}:{currency}` or `escrow:{voucher}`; `balance` is the sum of its entries. */
export const ledgerAccounts = pgTable(
  'ledger_accounts',
  (t) => ({
    id: t.bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    key: t.text('key').notNull(),
    type: t.text('type', { enum: ACCOUNT_TYPES }).notNull(),
    currency: t.text('currency', { enum: CURRENCIES }).notNull(),
    userId: t.integer('user_id').references(() => users.id),
    voucherId: t.integer('voucher_id'),
    balance: t
      .bigint('balance', { mode: 'bigint' })
      .notNull()
      .default(sql`0`),
  }),
  (table) => [
    uniqueIndex('ledger_accounts_key_unique').on(table.key),
    index('ledger_accounts_user').on(table.userId),
    index('ledger_accounts_voucher').on(table.voucherId),
    index('ledger_accounts_receivable')
      .on(table.userId)
      .where(sql`${table.type} = 'receivable'`),
    check(
      'ledger_accounts_not_negative',
      sql`${table.type} not in ('wallet', 'escrow', 'pool') or ${table.balance} >= 0`,
    ),
    check('ledger_accounts_unclaimed', sql`${table.type} <> 'unclaimed' or ${table.balance} >= 0`),
    check(
      'ledger_accounts_receivable_owed',
      sql`${table.type} <> 'receivable' or ${table.balance} <= 0`,
    ),
  ],
);

/** The unique `naturalKey`, e.g. `settle:{reference}`, makes a movement happen only once. */
export const journalTransactions = pgTable(
  'journal_transactions',
  (t) => ({
    id: t.bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    naturalKey: t.text('natural_key').notNull(),
    kind: t.text('kind').notNull(),
    reference: t.text('reference').notNull(),
    description: t.text('description').notNull(),
    voucherId: t.integer('voucher_id'),
    paymentMethod: t.text('payment_method'),
    paymentGateway: t.text('payment_gateway'),
    metadata: t.jsonb('metadata').notNull().default({}),
    createdAt: at('created_at').notNull(),
  }),
  (table) => [
    uniqueIndex('journal_transactions_natural_key_unique').on(table.naturalKey),
    index('journal_transactions_voucher').on(table.voucherId),
    index('journal_transactions_reference').on(table.reference),
  ],
);

/** Signed minor units; a trigger refuses a transaction that is not zero in each currency. */
export const journalEntries = pgTable(
  'journal_entries',
  (t) => ({
    id: t.bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    transactionId: t
      .bigint('transaction_id', { mode: 'number' })
      .notNull()
      .references(() => journalTransactions.id),
    accountId: t
      .bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => ledgerAccounts.id),
    currency: t.text('currency', { enum: CURRENCIES }).notNull(),
    amount: t.bigint('amount', { mode: 'bigint' }).notNull(),
    /** A trigger copies these from the transaction, so that an account's lines are read in order. */
    kind: t.text('kind').notNull(),
    movedAt: at('moved_at').notNull(),
  }),
  (table) => [
    index('journal_entries_transaction').on(table.transactionId),
    index('journal_entries_account').on(table.accountId, table.id),
    index('journal_entries_moved').on(table.accountId, table.movedAt, table.id),
    index('journal_entries_kind').on(table.accountId, table.kind, table.movedAt, table.id),
    check('journal_entries_not_zero', sql`${table.amount} <> 0`),
  ],
);

/** `released`: the money is free; `reversed`: it was taken back. */
const HOLD_OUTCOMES = ['released', 'reversed'] as const;

/** Held money can be played with but not withdrawn; `amount - moved` (minor units) is still held. */
export const holds = pgTable(
  'holds',
  (t) => ({
    id: t.integer('id').primaryKey().generatedAlwaysAsIdentity(),
    accountId: t
      .bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => ledgerAccounts.id),
    movement: t.text('movement').notNull(),
    amount: t.bigint('amount', { mode: 'bigint' }).notNull(),
    moved: t
      .bigint('moved', { mode: 'bigint' })
      .notNull()
      .default(sql`0`),
    reasons: t.jsonb('reasons').$type<readonly string[]>().notNull(),
    /** The hold of this money before it was played with; null for the first one. */
    originId: t.integer('origin_id').references((): AnyPgColumn => holds.id),
    heldUntil: at('held_until').notNull(),
    createdAt: at('created_at').notNull(),
    endedAt: at('ended_at'),
    outcome: t.text('outcome', { enum: HOLD_OUTCOMES }),
  }),
  (table) => [
    unique('holds_movement_unique')
      .on(table.accountId, table.movement, table.originId)
      .nullsNotDistinct(),
    index('holds_open')
      .on(table.accountId)
      .where(sql`${table.endedAt} is null`),
    index('holds_origin').on(table.originId),
    check('holds_amount_positive', sql`${table.amount} > 0`),
    check('holds_moved_within', sql`${table.moved} between 0 and ${table.amount}`),
    check('holds_outcome_told', sql`(${table.endedAt} is null) = (${table.outcome} is null)`),
  ],
);
