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
 * `balance` (minor units) is the sum of its entries, kept by the transaction that writes them.
 */
export const accounts = pgTable(
  'accounts',
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
    uniqueIndex('accounts_key_unique').on(table.key),
    index('accounts_user').on(table.userId),
    index('accounts_voucher').on(table.voucherId),
    check(
      'accounts_not_negative',
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
      .references(() => accounts.id),
    currency: text('currency').notNull(),
    amount: bigint('amount', { mode: 'bigint' }).notNull(),
  },
  (table) => [
    index('journal_entries_transaction').on(table.transactionId),
    index('journal_entries_account').on(table.accountId, table.id),
    check('journal_entries_not_zero', sql`${table.amount} <> 0`),
  ],
);

/** Money that comes in through a processor, from the first request until it is settled or has failed. */
export const payments = pgTable(
  'payments',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    reference: text('reference').notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    purpose: text('purpose', { enum: ['topup', 'voucher', 'premium'] }).notNull(),
    voucherId: integer('voucher_id'),
    amount: bigint('amount', { mode: 'bigint' }).notNull(),
    currency: text('currency').notNull(),
    /** The method that the payer chose, e.g. `mobile_money`. */
    processor: text('processor').notNull(),
    provider: text('provider'),
    /** The company that takes the money and can be asked about it, e.g. `flutterwave`; or `sandbox`. */
    gateway: text('gateway').notNull().default('sandbox'),
    status: text('status', { enum: ['pending', 'settled', 'failed'] }).notNull(),
    /** The gateway's own name of the payment. */
    processorReference: text('processor_reference'),
    authorizationUrl: text('authorization_url'),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('payments_reference_unique').on(table.reference),
    index('payments_pending')
      .on(table.createdAt)
      .where(sql`${table.status} = 'pending'`),
    check('payments_amount_positive', sql`${table.amount} > 0`),
  ],
);

/** First answers to requests that move money, kept for 7 days so that a repeat gets the same one. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    key: text('key').notNull(),
    requestHash: text('request_hash').notNull(),
    status: integer('status').notNull(),
    answer: jsonb('answer'),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('idempotency_keys_user_key_unique').on(table.userId, table.key),
    index('idempotency_keys_created').on(table.createdAt),
  ],
);
