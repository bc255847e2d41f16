import { sql } from 'drizzle-orm';
import { check, index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core';

import {
  CASE_AUTHORS,
  CASE_CATEGORIES,
  CASE_STATUSES,
} from '../../../contract/cases/categories.ts';
import { idOfUser } from './accounts.ts';
import { at } from './columns.ts';

/** A problem that a user reported about a transaction; the device made its unique `caseNumber`. */
export const cases = pgTable(
  'cases',
  (t) => ({
    id: t.bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    caseNumber: t.text('case_number').notNull(),
    userId: idOfUser('user_id'),
    reference: t.text('reference').notNull(),
    /** Of the line in the user's statement: `j` and an entry's number, or `p` and a payment's. */
    transactionId: t.text('transaction_id').notNull(),
    category: t.text('category', { enum: CASE_CATEGORIES }).notNull(),
    status: t.text('status', { enum: CASE_STATUSES }).notNull(),
    outcome: t.text('outcome'),
    createdAt: at('created_at').notNull(),
    /** Since when the user waits for an answer; null while none is owed. */
    waitingSince: at('waiting_since'),
    acknowledgedAt: at('acknowledged_at'),
    decidedAt: at('decided_at'),
  }),
  (table) => [
    uniqueIndex('cases_number_unique').on(table.caseNumber),
    index('cases_user').on(table.userId, table.id),
    index('cases_undecided')
      .on(table.createdAt)
      .where(sql`${table.status} <> 'decided'`),
    check('cases_waiting', sql`(${table.status} = 'open') = (${table.waitingSince} is not null)`),
    check(
      'cases_decided',
      sql`(${table.status} = 'decided') = (${table.decidedAt} is not null) and (${table.decidedAt} is null) = (${table.outcome} is null)`,
    ),
  ],
);

/** The unique `messageId` of a user's message is made by the device. */
export const caseMessages = pgTable(
  'case_messages',
  (t) => ({
    id: t.bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    caseId: t
      .bigint('case_id', { mode: 'number' })
      .notNull()
      .references(() => cases.id, { onDelete: 'cascade' }),
    messageId: t.text('message_id').notNull(),
    author: t.text('author', { enum: CASE_AUTHORS }).notNull(),
    text: t.text('text').notNull(),
    createdAt: at('created_at').notNull(),
  }),
  (table) => [uniqueIndex('case_messages_once').on(table.caseId, table.messageId)],
);
