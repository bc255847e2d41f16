import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';

import { at } from './columns.ts';

export const users = pgTable(
  'users',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    username: text('username').notNull(),
    email: text('email').notNull(),
    emailVerifiedAt: at('email_verified_at'),
    passwordHash: text('password_hash'),
    avatar: text('avatar'),
    region: text('region').notNull(),
    /** Coins; the sum of the user's `points_entries`. */
    points: integer('points').notNull().default(0),
    premiumUntil: at('premium_until'),
    referralCode: text('referral_code').notNull(),
    referredBy: integer('referred_by'),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('users_username_unique').on(table.username),
    // An address belongs to the user who proved it; until then any number of accounts may name it.
    uniqueIndex('users_verified_email_unique')
      .on(table.email)
      .where(sql`${table.emailVerifiedAt} is not null`),
    index('users_email').on(table.email),
    uniqueIndex('users_referral_code_unique').on(table.referralCode),
    check('users_points_not_negative', sql`${table.points} >= 0`),
  ],
);

/** Signed-in devices. The token itself is never stored, only its SHA-256. */
export const sessions = pgTable(
  'sessions',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    tokenHash: text('token_hash').notNull(),
    remember: boolean('remember').notNull(),
    userAgent: text('user_agent').notNull(),
    /** The device that it was begun on, as it calls itself; null where it told none. */
    deviceId: text('device_id'),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    revokedAt: at('revoked_at'),
  },
  (table) => [
    uniqueIndex('sessions_token_hash_unique').on(table.tokenHash),
    index('sessions_user').on(table.userId),
    index('sessions_device').on(table.deviceId),
  ],
);

/** How often networks have signed up and in lately, by action and keyed hash: until when they are at it. */
export const paces = pgTable(
  'paces',
  { key: text('key').primaryKey(), clearAt: at('clear_at').notNull() },
  (table) => [index('paces_clear').on(table.clearAt)],
);

/** Links sent by mail: `verify` an address, `reset` a password, `login` past wrong passwords of others. Single use, stored as a hash. */
export const emailTokens = pgTable(
  'email_tokens',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    purpose: text('purpose', { enum: ['verify', 'reset', 'login'] }).notNull(),
    email: text('email').notNull(),
    tokenHash: text('token_hash').notNull(),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    usedAt: at('used_at'),
  },
  (table) => [
    uniqueIndex('email_tokens_hash_unique').on(table.tokenHash),
    index('email_tokens_user').on(table.userId),
    index('email_tokens_email').on(table.email, table.createdAt),
  ],
);
