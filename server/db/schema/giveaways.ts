import { sql } from 'drizzle-orm';
import { check, index, pgSequence, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core';

import type { RiskReason } from '../../../contract/constants.ts';
import { REFUSED_ARRIVALS } from '../../../contract/vouchers/sharing.ts';
import { idOfUser, users } from './accounts.ts';
import { at, bytes } from './columns.ts';
import { idOfVoucher } from './vouchers.ts';

const ARRIVAL_STATES = ['pending', 'confirmed', 'refused'] as const;

/** It is above all user ids, so that an outdated app cannot remove the wrong user from a list. */
const FIRST_ALLOWED_ID = 1_000_000_000;

/** No user is looked up, so that no creator learns who has an account; old rows name a user. */
export const allowedUsers = pgTable(
  'allowed_users',
  (t) => ({
    id: t
      .integer('id')
      .primaryKey()
      .generatedAlwaysAsIdentity({ startWith: FIRST_ALLOWED_ID, minValue: FIRST_ALLOWED_ID }),
    voucherId: idOfVoucher('voucher_id'),
    /** A username, or an e-mail address that its user must verify. */
    login: t.text('login'),
    userId: t.integer('user_id').references(() => users.id),
    createdAt: at('created_at').notNull(),
  }),
  (table) => [
    uniqueIndex('allowed_users_login_unique').on(table.voucherId, table.login),
    uniqueIndex('allowed_users_user_unique').on(table.voucherId, table.userId),
    index('allowed_users_login').on(table.login),
    check('allowed_users_someone', sql`${table.login} is not null or ${table.userId} is not null`),
  ],
);

/** One sequence for all vouchers, so that guesses on one voucher do not wait for each other. */
export const guessNumbers = pgSequence('guess_numbers');

/** Foreign keys here or in `guess_waits` would lock the voucher's row for each guess. */
export const guesses = pgTable(
  'guesses',
  (t) => ({
    id: t.bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    voucherId: t.integer('voucher_id').notNull(),
    userId: t.integer('user_id').notNull(),
    number: t.bigint('number', { mode: 'number' }).notNull(),
    guessHash: t.text('guess_hash').notNull(),
    guessEncrypted: bytes('guess_encrypted').notNull(),
    isCorrect: t.boolean('is_correct').notNull(),
    createdAt: at('created_at').notNull(),
    riskScore: t.integer('risk_score').notNull().default(0),
    riskReasons: t
      .text('risk_reasons')
      .array()
      .$type<RiskReason[]>()
      .notNull()
      .default(sql`'{}'::text[]`),
    /** Only for new users, until they are counted: the network's keyed hash and the sharer's id. */
    network: t.text('network'),
    linkOf: t.integer('link_of'),
    /** Keyed hashes for this voucher only; null once they are counted. */
    deviceHash: t.text('device_hash'),
    networkHash: t.text('network_hash'),
  }),
  (table) => [
    uniqueIndex('guesses_voucher_number_unique').on(table.voucherId, table.number),
    uniqueIndex('guesses_voucher_user_hash_unique').on(
      table.voucherId,
      table.userId,
      table.guessHash,
    ),
    index('guesses_voucher_created').on(table.voucherId, table.createdAt),
    index('guesses_user').on(table.userId, table.id),
    index('guesses_newcomers_network')
      .on(table.voucherId, table.network, table.createdAt)
      .where(sql`${table.network} is not null`),
    index('guesses_newcomers_link')
      .on(table.voucherId, table.linkOf, table.createdAt)
      .where(sql`${table.linkOf} is not null`),
    index('guesses_origins')
      .on(table.voucherId)
      .where(sql`${table.networkHash} is not null`),
  ],
);

/** One key signs; a retired key keeps only its public half, to verify old receipts. */
export const receiptKeys = pgTable(
  'receipt_keys',
  (t) => ({
    kid: t.text('kid').primaryKey(),
    publicKey: t.text('public_key').notNull(),
    /** `d` of the JWK, encrypted; null once the key is retired. */
    sealed: bytes('sealed'),
    createdAt: at('created_at').notNull(),
    retiredAt: at('retired_at'),
  }),
  (table) => [
    // Only one key may sign, even when two nodes create keys at once.
    uniqueIndex('receipt_keys_one_signs')
      .on(sql`(${table.retiredAt} is null)`)
      .where(sql`${table.retiredAt} is null`),
    check(
      'receipt_keys_retired_sign_nothing',
      sql`(${table.sealed} is null) = (${table.retiredAt} is not null)`,
    ),
  ],
);

/** Locking its row also puts one user's guesses in sequence. */
export const guessWaits = pgTable(
  'guess_waits',
  (t) => ({
    voucherId: t.integer('voucher_id').notNull(),
    userId: t.integer('user_id').notNull(),
    waitUntil: at('wait_until').notNull(),
    skips: t.integer('skips').notNull().default(0),
  }),
  (table) => [primaryKey({ columns: [table.voucherId, table.userId] })],
);

export const deviceGuessers = pgTable(
  'device_guessers',
  (t) => ({
    deviceId: t.text('device_id').notNull(),
    userId: idOfUser('user_id'),
    guessedAt: at('guessed_at').notNull(),
  }),
  (table) => [
    primaryKey({ columns: [table.deviceId, table.userId] }),
    index('device_guessers_guessed').on(table.guessedAt),
  ],
);

/** `viewer` is `u:{user}`, `d:{device}` or `a:{salted hash of address and agent}`. */
const countedVisitors = <Name extends string>(name: Name) =>
  pgTable(
    name,
    (t) => ({
      voucherId: idOfVoucher('voucher_id'),
      viewer: t.text('viewer').notNull(),
      countedAt: at('counted_at').notNull(),
      isCounted: t.boolean('is_counted').notNull().default(true),
    }),
    (table) => [primaryKey({ columns: [table.voucherId, table.viewer] })],
  );
export const voucherViewers = countedVisitors('voucher_viewers');
export const voucherClickers = countedVisitors('voucher_clickers');

export const voucherNetworks = pgTable(
  'voucher_networks',
  (t) => ({
    voucherId: idOfVoucher('voucher_id'),
    network: t.text('network').notNull(),
    views: t.integer('views').notNull(),
  }),
  (table) => [primaryKey({ columns: [table.voucherId, table.network] })],
);

export const voucherSharers = pgTable(
  'voucher_sharers',
  (t) => ({
    voucherId: idOfVoucher('voucher_id'),
    userId: idOfUser('user_id'),
    referralCount: t.integer('referral_count').notNull(),
    firstAt: at('first_at').notNull(),
  }),
  (table) => [
    primaryKey({ columns: [table.voucherId, table.userId] }),
    index('voucher_sharers_rank').on(table.voucherId, table.referralCount),
    index('voucher_sharers_user').on(table.userId, table.voucherId),
  ],
);

export const voucherReferrals = pgTable(
  'voucher_referrals',
  (t) => ({
    voucherId: idOfVoucher('voucher_id'),
    sharerId: idOfUser('sharer_id'),
    viewer: t.text('viewer').notNull(),
    countedAt: at('counted_at').notNull(),
    visitorId: t.integer('visitor_id').references(() => users.id),
    deviceId: t.text('device_id'),
    state: t.text('state', { enum: ARRIVAL_STATES }).notNull().default('confirmed'),
    reason: t.text('reason', { enum: REFUSED_ARRIVALS }),
    /** The number of 12-hour periods in which this viewer counted. */
    counted: t.integer('counted').notNull().default(0),
  }),
  (table) => [
    primaryKey({ columns: [table.voucherId, table.sharerId, table.viewer] }),
    index('voucher_referrals_viewer').on(table.voucherId, table.viewer),
    index('voucher_referrals_pending')
      .on(table.countedAt)
      .where(sql`${table.state} = 'pending'`),
    index('voucher_referrals_visitor')
      .on(table.visitorId)
      .where(sql`${table.state} = 'pending'`),
    index('voucher_referrals_device')
      .on(table.deviceId)
      .where(sql`${table.state} = 'pending'`),
    index('voucher_referrals_recent').on(table.viewer, table.countedAt),
    index('voucher_referrals_sharer')
      .on(table.sharerId, table.voucherId)
      .where(sql`${table.state} = 'pending'`),
    check(
      'voucher_referrals_reason',
      sql`(${table.state} = 'refused') = (${table.reason} is not null)`,
    ),
  ],
);
