import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

import { at, bytes } from './columns.ts';

export const users = pgTable(
  'users',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    username: text('username').notNull(),
    email: text('email').notNull(),
    emailVerifiedAt: at('email_verified_at'),
    /** argon2id; null where the user has only ever signed in with Google, and once the account is deleted. */
    passwordHash: text('password_hash'),
    /**
     * What Google calls the user, for good; null where they do not sign in with it. An address may change hands, this
     * does not.
     */
    googleSubject: text('google_subject'),
    /** argon2id of the PIN that is asked for where money leaves; null where none was chosen. */
    pinHash: text('pin_hash'),
    /** Tries since the last right one, each counted before it is looked at. */
    pinTries: integer('pin_tries').notNull().default(0),
    pinLockedUntil: at('pin_locked_until'),
    /** The user's own cap of guesses and lottery entries a day; null where there is none. */
    guessesPerDay: integer('guesses_per_day'),
    breakUntil: at('break_until'),
    /**
     * When the user said to be 18 or older and accepted the terms; null where an account is older than the question.
     */
    termsAcceptedAt: at('terms_accepted_at'),
    /** Anonymised, because the journal refers to the row. */
    deletedAt: at('deleted_at'),
    /** Since when an administrator keeps the user out; the money stays. */
    blockedAt: at('blocked_at'),
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
    // Written at once: what waits to be written would be searched from its beginning to its end.
    index('users_name_grams')
      .using('gin', sql`name_grams(${table.username})`)
      .with({ fastupdate: false }),
    // An address belongs to the user who proved it; until then any number of accounts may name it.
    uniqueIndex('users_verified_email_unique')
      .on(table.email)
      .where(sql`${table.emailVerifiedAt} is not null`),
    index('users_email').on(table.email),
    uniqueIndex('users_google_subject_unique')
      .on(table.googleSubject)
      .where(sql`${table.googleSubject} is not null`),
    uniqueIndex('users_referral_code_unique').on(table.referralCode),
    index('users_referred_by')
      .on(table.referredBy, table.id)
      .where(sql`${table.referredBy} is not null`),
    check('users_points_not_negative', sql`${table.points} >= 0`),
    check('users_pin_tries_in_range', sql`${table.pinTries} between 0 and 5`),
    check('users_guesses_per_day_positive', sql`${table.guessesPerDay} > 0`),
  ],
);

/** Names that users have left: no other user gets one, because a private giveaway may have been opened to it. */
export const formerUsernames = pgTable(
  'former_usernames',
  {
    username: text('username').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: at('created_at').notNull(),
  },
  (table) => [index('former_usernames_user').on(table.userId)],
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

/** Passkeys that stand in for the PIN. The private key never leaves its device. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    credentialId: text('credential_id').notNull(),
    /** COSE, as the authenticator gave it. */
    publicKey: bytes('public_key').notNull(),
    /** How often it has signed, as far as it counts; 32 bits without a sign. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: text('transports').array().notNull(),
    userAgent: text('user_agent').notNull(),
    createdAt: at('created_at').notNull(),
    lastUsedAt: at('last_used_at'),
  },
  (table) => [
    uniqueIndex('passkeys_credential_unique').on(table.credentialId),
    index('passkeys_user').on(table.userId),
    check('passkeys_counter_not_negative', sql`${table.counter} >= 0`),
  ],
);

/** What passkeys are to sign, by its hash: good for one user, one purpose, a few minutes and one use. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    hash: text('hash').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    purpose: text('purpose', { enum: ['register', 'confirm'] }).notNull(),
    expiresAt: at('expires_at').notNull(),
  },
  (table) => [
    index('passkey_challenges_user').on(table.userId),
    index('passkey_challenges_expires').on(table.expiresAt),
  ],
);

/**
 * Links sent by mail: `verify` an address, `reset` a password, `login` past wrong passwords of others. Single use,
 * stored as a hash.
 */
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

/**
 * Sign-ins on their way to Google and back, by the hash of their `state`. What the state's browser proves itself with,
 * and what PKCE and nonce are made of, is its key, of which there is only a hash here.
 */
export const googleLogins = pgTable(
  'google_logins',
  {
    stateHash: text('state_hash').primaryKey(),
    keyHash: text('key_hash').notNull(),
    redirect: text('redirect').notNull(),
    remember: boolean('remember').notNull(),
    referralCode: text('referral_code'),
    acceptsTerms: boolean('accepts_terms').notNull(),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    /** When it came back. Its code is asked about once, whatever comes of it. */
    returnedAt: at('returned_at'),
    /** Who it is, with a proved address, while the device does the work that a new account takes. */
    subject: text('subject'),
    email: text('email'),
  },
  (table) => [index('google_logins_expires').on(table.expiresAt)],
);
