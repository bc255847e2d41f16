import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core';

import { PAUSE_REASONS } from '../../../contract/accounts/outgoing-pause.ts';
import { CURRENCIES } from '../../../contract/money.ts';
import { at, bytes } from './columns.ts';

export const users = pgTable(
  'users',
  (t) => ({
    id: t.integer('id').primaryKey().generatedAlwaysAsIdentity(),
    username: t.text('username').notNull(),
    email: t.text('email').notNull(),
    emailVerifiedAt: at('email_verified_at'),
    /** argon2id; null for users with Google only and for deleted accounts. */
    passwordHash: t.text('password_hash'),
    /** Google's permanent id of the user, because an e-mail address may change its owner. */
    googleSubject: t.text('google_subject'),
    pinHash: t.text('pin_hash'),
    /** Tries since the last correct PIN, each counted before it is checked. */
    pinTries: t.integer('pin_tries').notNull().default(0),
    pinLockedUntil: at('pin_locked_until'),
    /** The user's own daily limit of guesses and lottery entries; null for none. */
    guessesPerDay: t.integer('guesses_per_day'),
    breakUntil: at('break_until'),
    /** When the operator checked who this is; null for never, or no longer. */
    identityCheckedAt: at('identity_checked_at'),
    /** The holder of the first account that a rail named; payouts to another wait for a person. */
    payoutName: t.text('payout_name'),
    termsAcceptedAt: at('terms_accepted_at'),
    /** The row stays, anonymised, because the journal refers to it. */
    deletedAt: at('deleted_at'),
    blockedAt: at('blocked_at'),
    /** Until then no money leaves, because a secret was changed without the second one. */
    outgoingPausedUntil: at('outgoing_paused_until'),
    outgoingPauseReason: t.text('outgoing_pause_reason', { enum: PAUSE_REASONS }),
    /** No money leaves until a mailed link is opened. */
    frozenAt: at('frozen_at'),
    /** When a proved address was left for one that is not proved yet. */
    emailLeftAt: at('email_left_at'),
    avatar: t.text('avatar'),
    region: t.text('region').notNull(),
    /** Coins; the sum of the user's `points_entries`. */
    points: t.integer('points').notNull().default(0),
    premiumUntil: at('premium_until'),
    referralCode: t.text('referral_code').notNull(),
    referredBy: t.integer('referred_by'),
    createdAt: at('created_at').notNull(),
  }),
  (table) => [
    uniqueIndex('users_username_unique').on(table.username),
    // `fastupdate` would make each search scan a list of pending entries.
    index('users_name_grams')
      .using('gin', sql`name_grams(${table.username})`)
      .with({ fastupdate: false }),
    // Only one user can verify an address, but unverified accounts may share it.
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

export const idOfUser = (name: string) =>
  integer(name)
    .notNull()
    .references(() => users.id);

/** A user's own lower daily limit, minor units; from `nextAt` it is `nextAmount`, or none where that is null. */
export const ownMoneyLimits = pgTable(
  'own_money_limits',
  (t) => ({
    userId: idOfUser('user_id'),
    currency: t.text('currency', { enum: CURRENCIES }).notNull(),
    amount: t.bigint('amount', { mode: 'bigint' }).notNull(),
    nextAmount: t.bigint('next_amount', { mode: 'bigint' }),
    nextAt: at('next_at'),
  }),
  (table) => [
    primaryKey({ columns: [table.userId, table.currency] }),
    check('own_money_limits_positive', sql`${table.amount} > 0 and ${table.nextAmount} > 0`),
  ],
);

/** A former username is never given to another user, because a private giveaway may list it. */
export const formerUsernames = pgTable(
  'former_usernames',
  (t) => ({
    username: t.text('username').primaryKey(),
    userId: idOfUser('user_id'),
    createdAt: at('created_at').notNull(),
  }),
  (table) => [index('former_usernames_user').on(table.userId)],
);

/** Only the token's SHA-256 is stored. */
export const sessions = pgTable(
  'sessions',
  (t) => ({
    id: t.integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: idOfUser('user_id'),
    tokenHash: t.text('token_hash').notNull(),
    remember: t.boolean('remember').notNull(),
    userAgent: t.text('user_agent').notNull(),
    deviceId: t.text('device_id'),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    revokedAt: at('revoked_at'),
  }),
  (table) => [
    uniqueIndex('sessions_token_hash_unique').on(table.tokenHash),
    index('sessions_user').on(table.userId),
    index('sessions_device').on(table.deviceId),
  ],
);

export const paces = pgTable(
  'paces',
  (t) => ({ key: t.text('key').primaryKey(), clearAt: at('clear_at').notNull() }),
  (table) => [index('paces_clear').on(table.clearAt)],
);

export const passkeys = pgTable(
  'passkeys',
  (t) => ({
    id: t.integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: idOfUser('user_id'),
    credentialId: t.text('credential_id').notNull(),
    publicKey: bytes('public_key').notNull(),
    counter: t.bigint('counter', { mode: 'number' }).notNull(),
    transports: t.text('transports').array().notNull(),
    userAgent: t.text('user_agent').notNull(),
    createdAt: at('created_at').notNull(),
    lastUsedAt: at('last_used_at'),
  }),
  (table) => [
    uniqueIndex('passkeys_credential_unique').on(table.credentialId),
    index('passkeys_user').on(table.userId),
    check('passkeys_counter_not_negative', sql`${table.counter} >= 0`),
  ],
);

/** A challenge is valid for one user, one purpose, a few minutes and one use. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  (t) => ({
    hash: t.text('hash').primaryKey(),
    userId: idOfUser('user_id'),
    /**
     * `register_confirmed` was drawn with the PIN or a passkey beside the password; `login_used` has signed its user
     * in.
     */
    purpose: t
      .text('purpose', { enum: ['register', 'register_confirmed', 'confirm', 'login_used'] })
      .notNull(),
    expiresAt: at('expires_at').notNull(),
  }),
  (table) => [
    index('passkey_challenges_user').on(table.userId),
    index('passkey_challenges_expires').on(table.expiresAt),
  ],
);

/** Single use; `login` lets a user in after wrong passwords of others locked the account. */
export const emailTokens = pgTable(
  'email_tokens',
  (t) => ({
    id: t.integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: idOfUser('user_id'),
    purpose: t
      .text('purpose', {
        enum: ['verify', 'reset', 'login', 'pin', 'freeze', 'unfreeze', 'undo_email'],
      })
      .notNull(),
    email: t.text('email').notNull(),
    tokenHash: t.text('token_hash').notNull(),
    /** Of the six digits that a verification mail has beside its link. */
    codeHash: t.text('code_hash'),
    codeTries: t.smallint('code_tries').notNull().default(0),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    usedAt: at('used_at'),
  }),
  (table) => [
    uniqueIndex('email_tokens_hash_unique').on(table.tokenHash),
    index('email_tokens_user').on(table.userId),
    index('email_tokens_email').on(table.email, table.createdAt),
  ],
);

/** The browser's key also yields PKCE verifier and nonce, so only its hash is stored. */
export const googleLogins = pgTable(
  'google_logins',
  (t) => ({
    stateHash: t.text('state_hash').primaryKey(),
    keyHash: t.text('key_hash').notNull(),
    redirect: t.text('redirect').notNull(),
    remember: t.boolean('remember').notNull(),
    referralCode: t.text('referral_code'),
    acceptsTerms: t.boolean('accepts_terms').notNull(),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    /** Google's code is redeemed only once, whatever the result. */
    returnedAt: at('returned_at'),
    subject: t.text('subject'),
    email: t.text('email'),
    /** Who confirms with it that they own the account; it signs nobody in then. */
    confirmsUserId: t.integer('confirms_user_id').references(() => users.id),
  }),
  (table) => [index('google_logins_expires').on(table.expiresAt)],
);

/** The number of recent devices in a network sets the proof of work for the next one. */
export const devices = pgTable(
  'devices',
  (t) => ({
    deviceId: t.text('device_id').primaryKey(),
    network: t.text('network').notNull(),
    provedAt: at('proved_at').notNull(),
    work: t.integer('work').notNull(),
  }),
  (table) => [
    index('devices_network_proved').on(table.network, table.provedAt),
    index('devices_proved').on(table.provedAt),
  ],
);
