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

/** Kinds of ledger account. Those of a person or a voucher can never go below zero. */
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

/**
 * Ledger accounts. `key` names one naturally: `wallet:{user}:{currency}`, `escrow:{voucher}`,
 * `pool:{voucher}`, `fees:{currency}`, `processor:{name}:{currency}`, `payout:{rail}:{currency}`,
 * `supplier:{name}:{currency}`, `exchange:{currency}`.
 * `balance` (minor units) is the sum of its entries, updated by the transaction that writes them.
 */
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

/** One movement of money. `naturalKey` (`win:{ulid}`, `settle:{reference}`) is what makes it happen once. */
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

/** Signed minor units. The entries of a transaction sum to zero in each currency; a trigger refuses others. */
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
    /** Kind and moment of its transaction, written by a trigger: an account's lines are read in their order. */
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

/** How a hold ended before its time: `released` = nothing stands against the money, `reversed` = it was taken back. */
const HOLD_OUTCOMES = ['released', 'reversed'] as const;

/**
 * Money in an account that may be played with and may not leave, until `heldUntil` unless it ends before.
 * What is held is `amount - moved`, minor units: what was played with went on, into the account of a hold whose
 * origin this one is.
 */
export const holds = pgTable(
  'holds',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => ledgerAccounts.id),
    /** The natural key of the movement that brought the money. */
    movement: text('movement').notNull(),
    amount: bigint('amount', { mode: 'bigint' }).notNull(),
    moved: bigint('moved', { mode: 'bigint' })
      .notNull()
      .default(sql`0`),
    /** What speaks against the guess that won it; of money that was played with, that too: why is with its origin. */
    reasons: jsonb('reasons').$type<readonly string[]>().notNull(),
    /** The hold that the money had before it was played with; null for the first one. */
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
