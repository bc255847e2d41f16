import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core';

import { at, bytes } from './columns.ts';

/**
 * Mail to send and mail sent. What a mail says is sealed, for it holds links and release codes, and is dropped
 * once it was sent; the sandbox keeps it, and shows it.
 */
export const mails = pgTable(
  'mails',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    to: text('to').notNull(),
    subject: text('subject').notNull(),
    sealed: bytes('sealed'),
    /** Of a mail that was queued before contents were sealed, until it is sent. */
    text: text('text'),
    html: text('html'),
    createdAt: at('created_at').notNull(),
    sentAt: at('sent_at'),
  },
  (table) => [index('mails_to').on(table.to, table.id)],
);
