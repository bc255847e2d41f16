import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core';

import { at } from './columns.ts';

/** Mail to send and mail sent. The sandbox shows these rows; a real transport works them off. */
export const mails = pgTable(
  'mails',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    to: text('to').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    html: text('html').notNull(),
    createdAt: at('created_at').notNull(),
    sentAt: at('sent_at'),
  },
  (table) => [index('mails_to').on(table.to, table.id)],
);
