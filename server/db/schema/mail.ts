import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core';

import { at, bytes } from './columns.ts';

/** The content holds links and codes, so it is encrypted and deleted after sending. */
export const mails = pgTable(
  'mails',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    to: text('to').notNull(),
    subject: text('subject').notNull(),
    sealed: bytes('sealed'),
    text: text('text'),
    html: text('html'),
    createdAt: at('created_at').notNull(),
    sentAt: at('sent_at'),
  },
  (table) => [index('mails_to').on(table.to, table.id)],
);
