import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';

import { users } from './accounts.ts';
import { at } from './columns.ts';

/** Accounts of a user or a voucher can never be negative. */
export const ACCOUNT_TYPES = [
  'wallet',
  'escrow',
  'pool',
  'fees',
  'processor',
  'payout',
  'exchange',
  'supplier',
] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];

/** `key` is e.g. `wallet:{user}:{currency}` or `escrow:{voucher}`; `balance` is the sum of its entries. */
export const ledgerAccounts = pgTable(
  'ledger_accounts',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    key: text('key').notNull(),
    type: text('type', { enum: ACCOUNT_TYPES }).notNull(),
    currency: text('currency').notNull(),
    userId: integer('user_id').references(() => users.id),
    voucherId: integer('voucher_id'),
    balance: bigint('balance', { mode: 'bigint' })
      .notNull()
      .default(sql`0`),
  },
  (table) => [
    uniqueIndex('ledger_accounts_key_unique').on(table.key),
    index('ledger_accounts_user').on(table.userId),
    index('ledger_accounts_voucher').on(table.voucherId),
    check(
      'ledger_accounts_not_negative',
      sql`${table.type} not in ('wallet', 'escrow', 'pool') or ${table.balance} >= 0`,
    ),
  ],
);

/** The unique `naturalKey`, e.g. `settle:{reference}`, makes a movement happen only once. */
export const journalTransactions = pgTable(
  'journal_transactions',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    naturalKey: text('natural_key').notNull(),
    kind: text('kind').notNull(),
    reference: text('reference').notNull(),
    description: text('description').notNull(),
    voucherId: integer('voucher_id'),
    paymentMethod: text('payment_method'),
    paymentGateway: text('payment_gateway'),
    metadata: jsonb('metadata').notNull().default({}),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('journal_transactions_natural_key_unique').on(table.naturalKey),
    index('journal_transactions_voucher').on(table.voucherId),
    index('journal_transactions_reference').on(table.reference),
  ],
);

/** Signed minor units; a trigger refuses a transaction that is not zero in each currency. */
export const journalEntries = pgTable(
  'journal_entries',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    transactionId: bigint('transaction_id', { mode: 'number' })
      .notNull()
      .references(() => journalTransactions.id),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => ledgerAccounts.id),
    currency: text('currency').notNull(),
    amount: bigint('amount', { mode: 'bigint' }).notNull(),
    /** A trigger copies these from the transaction, so that an account's lines are read in order. */
    kind: text('kind').notNull(),
    movedAt: at('moved_at').notNull(),
  },
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
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => ledgerAccounts.id),
    movement: text('movement').notNull(),
    amount: bigint('amount', { mode: 'bigint' }).notNull(),
    moved: bigint('moved', { mode: 'bigint' })
      .notNull()
      .default(sql`0`),
    reasons: jsonb('reasons').$type<readonly string[]>().notNull(),
    /** The hold of this money before it was played with; null for the first one. */
    originId: integer('origin_id').references((): AnyPgColumn => holds.id),
    heldUntil: at('held_until').notNull(),
    createdAt: at('created_at').notNull(),
    endedAt: at('ended_at'),
    outcome: text('outcome', { enum: HOLD_OUTCOMES }),
  },
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
