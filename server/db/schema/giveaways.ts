import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

import type { RiskReason } from '../../../contract/constants.ts';
import { REFUSED_ARRIVALS } from '../../../contract/vouchers/sharing.ts';
import { users } from './accounts.ts';
import { at, bytes } from './columns.ts';
import { vouchers } from './vouchers.ts';

/** How an arrival stands: `pending` until its visitor is verified or a day has passed, then one of the others. */
const ARRIVAL_STATES = ['pending', 'confirmed', 'refused'] as const;

/** Past every user's number: a device that still has the number of a user can take no other user off a list. */
const FIRST_ALLOWED_ID = 1_000_000_000;

/**
 * Who may guess on a private giveaway, as its creator named them: no user is looked up, so that no creator learns
 * who has an account. Rows of before name a user.
 */
export const allowedUsers = pgTable(
  'allowed_users',
  {
    id: integer('id')
      .primaryKey()
      .generatedAlwaysAsIdentity({ startWith: FIRST_ALLOWED_ID, minValue: FIRST_ALLOWED_ID }),
    voucherId: integer('voucher_id')
      .notNull()
      .references(() => vouchers.id),
    /** A username, or an e-mail address that is good for the user who proves it. */
    login: text('login'),
    userId: integer('user_id').references(() => users.id),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('allowed_users_login_unique').on(table.voucherId, table.login),
    uniqueIndex('allowed_users_user_unique').on(table.voucherId, table.userId),
    check('allowed_users_someone', sql`${table.login} is not null or ${table.userId} is not null`),
  ],
);

/**
 * Receipt numbers of guesses. One sequence over all vouchers, so that guesses on one of them do not wait for each
 * other; those of before were counted on each voucher.
 */
export const guessNumbers = pgSequence('guess_numbers');

/**
 * Accepted guesses and lottery entries; the code as a keyed hash, and encrypted for the day it is published. Neither
 * this nor the next table has foreign keys: each would lock the voucher's row for a guess. The books ask instead.
 */
export const guesses = pgTable(
  'guesses',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    voucherId: integer('voucher_id').notNull(),
    userId: integer('user_id').notNull(),
    number: bigint('number', { mode: 'number' }).notNull(),
    guessHash: text('guess_hash').notNull(),
    guessEncrypted: bytes('guess_encrypted').notNull(),
    isCorrect: boolean('is_correct').notNull(),
    createdAt: at('created_at').notNull(),
    /** What spoke against it, and how much; see `scoreGuess`. */
    riskScore: integer('risk_score').notNull().default(0),
    riskReasons: text('risk_reasons')
      .array()
      .$type<RiskReason[]>()
      .notNull()
      .default(sql`'{}'::text[]`),
    /** Of a newcomer alone, while they are counted: a keyed hash of the network, and whose link led here. */
    network: text('network'),
    linkOf: integer('link_of'),
    /** Keyed hashes, of this voucher alone, of the proven device and the network; null once they are counted. */
    deviceHash: text('device_hash'),
    networkHash: text('network_hash'),
  },
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

/**
 * The Ed25519 keys of receipts. One signs; of those before it the private half is gone, and the public half stays, so
 * that what they signed can be checked.
 */
export const receiptKeys = pgTable(
  'receipt_keys',
  {
    /** A ulid. */
    kid: text('kid').primaryKey(),
    /** `x` of the JWK. */
    publicKey: text('public_key').notNull(),
    /** `d` of the JWK, sealed to its `kid`; null once the key is retired. */
    sealed: bytes('sealed'),
    createdAt: at('created_at').notNull(),
    retiredAt: at('retired_at'),
  },
  (table) => [
    // Whatever nodes do at once, one key signs.
    uniqueIndex('receipt_keys_one_signs')
      .on(sql`(${table.retiredAt} is null)`)
      .where(sql`${table.retiredAt} is null`),
    check(
      'receipt_keys_retired_sign_nothing',
      sql`(${table.sealed} is null) = (${table.retiredAt} is not null)`,
    ),
  ],
);

/** Until when a user has to wait on a voucher; also the row that puts one user's guesses in a line. */
export const guessWaits = pgTable(
  'guess_waits',
  {
    voucherId: integer('voucher_id').notNull(),
    userId: integer('user_id').notNull(),
    waitUntil: at('wait_until').notNull(),
    skips: integer('skips').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.voucherId, table.userId] })],
);

/** Which accounts have guessed on which proven device. */
export const deviceGuessers = pgTable(
  'device_guessers',
  {
    deviceId: text('device_id').notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    guessedAt: at('guessed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.deviceId, table.userId] }),
    index('device_guessers_guessed').on(table.guessedAt),
  ],
);

/** The last view of a viewer: `u:{user}`, `d:{device}` or `a:{salted hash of address and agent}`. */
export const voucherViewers = pgTable(
  'voucher_viewers',
  {
    voucherId: integer('voucher_id')
      .notNull()
      .references(() => vouchers.id),
    viewer: text('viewer').notNull(),
    countedAt: at('counted_at').notNull(),
    /** False for one that stands in the analytics only: it does not keep the same viewer from counting. */
    isCounted: boolean('is_counted').notNull().default(true),
  },
  (table) => [primaryKey({ columns: [table.voucherId, table.viewer] })],
);

/** How many counted views of a giveaway that opens by views came from each network. */
export const voucherNetworks = pgTable(
  'voucher_networks',
  {
    voucherId: integer('voucher_id')
      .notNull()
      .references(() => vouchers.id),
    /** Keyed hash of an IPv4 /24 or an IPv6 /48. */
    network: text('network').notNull(),
    views: integer('views').notNull(),
  },
  (table) => [primaryKey({ columns: [table.voucherId, table.network] })],
);

/** The last link click of a viewer, as above. */
export const voucherClickers = pgTable(
  'voucher_clickers',
  {
    voucherId: integer('voucher_id')
      .notNull()
      .references(() => vouchers.id),
    viewer: text('viewer').notNull(),
    countedAt: at('counted_at').notNull(),
    isCounted: boolean('is_counted').notNull().default(true),
  },
  (table) => [primaryKey({ columns: [table.voucherId, table.viewer] })],
);

/** How many confirmed arrivals came through a user's link, and when the first of them did. */
export const voucherSharers = pgTable(
  'voucher_sharers',
  {
    voucherId: integer('voucher_id')
      .notNull()
      .references(() => vouchers.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    referralCount: integer('referral_count').notNull(),
    firstAt: at('first_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.voucherId, table.userId] }),
    index('voucher_sharers_rank').on(table.voucherId, table.referralCount),
    index('voucher_sharers_user').on(table.userId, table.voucherId),
  ],
);

/** Arrivals through a sharer's link, so that each viewer counts once in 12 hours, and what became of the last one. */
export const voucherReferrals = pgTable(
  'voucher_referrals',
  {
    voucherId: integer('voucher_id')
      .notNull()
      .references(() => vouchers.id),
    sharerId: integer('sharer_id')
      .notNull()
      .references(() => users.id),
    viewer: text('viewer').notNull(),
    countedAt: at('counted_at').notNull(),
    /** Who was signed in, verified or not. */
    visitorId: integer('visitor_id').references(() => users.id),
    /** The device that they came with, as it calls itself. */
    deviceId: text('device_id'),
    // Rows of before counted at once.
    state: text('state', { enum: ARRIVAL_STATES }).notNull().default('confirmed'),
    /** Why it does not count. */
    reason: text('reason', { enum: REFUSED_ARRIVALS }),
    /** How often this viewer stands in the sharer's count: once for each 12 hours in which they came. */
    counted: integer('counted').notNull().default(0),
  },
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
