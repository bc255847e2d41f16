import { index, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core';

import { idOfUser } from './accounts.ts';
import { at } from './columns.ts';

export const idempotencyKeys = pgTable(
  'idempotency_keys',
  (t) => ({
    id: t.bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: idOfUser('user_id'),
    key: t.text('key').notNull(),
    /** `{key id}.{keyed hash}` of the request, because its body may hold a code; empty when unknown. */
    requestHash: t.text('request_hash').notNull(),
    status: t.integer('status').notNull(),
    answer: t.jsonb('answer'),
    createdAt: at('created_at').notNull(),
  }),
  (table) => [
    uniqueIndex('idempotency_keys_user_key_unique').on(table.userId, table.key),
    index('idempotency_keys_created').on(table.createdAt),
  ],
);

export const rateLimits = pgTable(
  'rate_limits',
  (t) => ({
    key: t.text('key').notNull(),
    windowStart: at('window_start').notNull(),
    hits: t.integer('hits').notNull(),
  }),
  (table) => [
    primaryKey({ columns: [table.key, table.windowStart] }),
    index('rate_limits_window').on(table.windowStart),
  ],
);
