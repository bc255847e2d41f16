import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
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
  'supplier',
] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];

/**
 * Ledger accounts. `key` names one naturally: `wallet:{user}:{currency}`, `escrow:{voucher}`,
 * `pool:{voucher}`, `fees:{currency}`, `processor:{name}:{currency}`, `payout:{rail}:{currency}`.
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
  },
  (table) => [
    index('journal_entries_transaction').on(table.transactionId),
    index('journal_entries_account').on(table.accountId, table.id),
    check('journal_entries_not_zero', sql`${table.amount} <> 0`),
  ],
);
