import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

import { users } from './accounts.ts';
import { at } from './columns.ts';
import { vouchers } from './vouchers.ts';

/** The code is a keyed hash, valid until it expires or has too many wrong tries. */
export const voucherReleases = pgTable(
  'voucher_releases',
  {
    voucherId: integer('voucher_id')
      .notNull()
      .references(() => vouchers.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    codeHash: text('code_hash').notNull(),
    tries: integer('tries').notNull(),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.voucherId, table.userId] })],
);
