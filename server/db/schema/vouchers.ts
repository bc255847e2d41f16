import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

import { REVEAL_METHODS, VOUCHER_STATUSES, VOUCHER_TYPES } from '../../../contract/vouchers.ts';
import { users } from './accounts.ts';
import { at, bytes } from './columns.ts';

export interface CoverVariant {
  readonly width: number;
  readonly height: number;
  readonly path: string;
}

/** What is stored of a cover: paths below the cover store, public under /covers/. */
export interface StoredCover {
  readonly media: 'image' | 'video';
  /** The video itself, or the largest picture. */
  readonly path: string;
  readonly bytes: number;
  /** Pictures (of a video: its poster) by width, narrowest first; empty when a video came without a poster. */
  readonly variants: readonly CoverVariant[];
  /** The picture in a few hundred bytes of WebP, base64; none where it is transparent or there is no picture. */
  readonly preview?: string | undefined;
}

export const vouchers = pgTable(
  'vouchers',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    ulid: text('ulid').notNull(),
    purpose: text('purpose', { enum: ['giveaway', 'payment'] }).notNull(),
    type: text('type', { enum: VOUCHER_TYPES }).notNull(),
    status: text('status', { enum: VOUCHER_STATUSES }).notNull(),
    creatorId: integer('creator_id')
      .notNull()
      .references(() => users.id),
    region: text('region').notNull(),
    currency: text('currency').notNull(),
    /** Minor units: the prize, and the fee paid on top of it. */
    amount: bigint('amount', { mode: 'bigint' }).notNull(),
    fee: bigint('fee', { mode: 'bigint' }).notNull(),

    codeEncrypted: bytes('code_encrypted').notNull(),
    codeHash: text('code_hash').notNull(),
    maskedCode: text('masked_code').notNull(),
    maskedDigits: integer('masked_digits').notNull(),
    masterEncrypted: bytes('master_encrypted'),
    commitment: text('commitment'),
    rulesJson: text('rules_json'),

    revealMethod: text('reveal_method', { enum: REVEAL_METHODS }).notNull(),
    firstRevealViews: integer('first_reveal_views'),
    secondRevealViews: integer('second_reveal_views'),
    remainingTime: at('remaining_time'),
    finalRevealTime: at('final_reveal_time'),
    /** Digits opened since creation. */
    revealsDone: integer('reveals_done').notNull().default(0),

    network: text('network').notNull().default('N/A'),
    isPrivate: boolean('is_private').notNull().default(false),
    /** Of a payment voucher: whether redeeming it takes a release code from its creator. */
    enable2fa: boolean('enable_2fa').notNull().default(false),
    /** Of a payment voucher: the only address that can redeem it, in lower case; null = whoever has the code. */
    recipientEmail: text('recipient_email'),
    cover: jsonb('cover').$type<StoredCover>(),
    adUrl: text('ad_url'),
    adCopy: text('ad_copy'),

    views: integer('views').notNull().default(0),
    linkClicks: integer('link_clicks').notNull().default(0),
    /** The number of the last accepted guess. */
    guessCount: integer('guess_count').notNull().default(0),

    winnerId: integer('winner_id').references(() => users.id),
    winningGuessNumber: integer('winning_guess_number'),
    /** Of a lottery: the Merkle root over its entries, fixed by the draw. Hex. */
    entriesRoot: text('entries_root'),
    createdAt: at('created_at').notNull(),
    activatedAt: at('activated_at'),
    completedAt: at('completed_at'),
    expiresAt: at('expires_at'),
  },
  (table) => [
    uniqueIndex('vouchers_ulid_unique').on(table.ulid),
    uniqueIndex('vouchers_code_hash_unique').on(table.codeHash),
    index('vouchers_list_amount').on(table.purpose, table.status, table.amount),
    index('vouchers_list_created').on(table.purpose, table.status, table.createdAt),
    index('vouchers_list_views').on(table.purpose, table.status, table.views),
    index('vouchers_creator').on(table.creatorId),
    index('vouchers_expiring')
      .on(table.expiresAt)
      .where(sql`${table.status} in ('pending', 'active')`),
    check('vouchers_amount_positive', sql`${table.amount} > 0`),
    check('vouchers_fee_not_negative', sql`${table.fee} >= 0`),
    check(
      'vouchers_winner_named',
      sql`(${table.winnerId} is null) = (${table.winningGuessNumber} is null) or ${table.revealMethod} = 'lottery' or ${table.purpose} = 'payment'`,
    ),
  ],
);

/**
 * The release code that a creator was sent for one person who redeems their voucher: as a keyed hash, good
 * until it expires or was guessed at too often.
 */
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

/** Who may guess on a private giveaway. */
export const allowedUsers = pgTable(
  'allowed_users',
  {
    voucherId: integer('voucher_id')
      .notNull()
      .references(() => vouchers.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: at('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.voucherId, table.userId] })],
);

/** Accepted guesses and lottery entries; the code as a keyed hash, and encrypted for the day it is published. */
export const guesses = pgTable(
  'guesses',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    voucherId: integer('voucher_id')
      .notNull()
      .references(() => vouchers.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    number: integer('number').notNull(),
    guessHash: text('guess_hash').notNull(),
    guessEncrypted: bytes('guess_encrypted').notNull(),
    isCorrect: boolean('is_correct').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('guesses_voucher_number_unique').on(table.voucherId, table.number),
    uniqueIndex('guesses_voucher_user_hash_unique').on(
      table.voucherId,
      table.userId,
      table.guessHash,
    ),
    index('guesses_voucher_created').on(table.voucherId, table.createdAt),
  ],
);

/** Until when a user has to wait on a voucher; also the row that puts one user's guesses in a line. */
export const guessWaits = pgTable(
  'guess_waits',
  {
    voucherId: integer('voucher_id')
      .notNull()
      .references(() => vouchers.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    waitUntil: at('wait_until').notNull(),
    skips: integer('skips').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.voucherId, table.userId] })],
);

/** The last counted view of a viewer: `u:{user}`, `d:{device}` or `a:{salted hash of address and agent}`. */
export const voucherViewers = pgTable(
  'voucher_viewers',
  {
    voucherId: integer('voucher_id')
      .notNull()
      .references(() => vouchers.id),
    viewer: text('viewer').notNull(),
    countedAt: at('counted_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.voucherId, table.viewer] })],
);

/** The last counted link click of a viewer, as above. */
export const voucherClickers = pgTable(
  'voucher_clickers',
  {
    voucherId: integer('voucher_id')
      .notNull()
      .references(() => vouchers.id),
    viewer: text('viewer').notNull(),
    countedAt: at('counted_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.voucherId, table.viewer] })],
);

/** How many distinct viewers came through a user's link, and when the first one did. */
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
  ],
);

/** Arrivals through a sharer's link, so that each viewer counts once in 12 hours. */
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
  },
  (table) => [primaryKey({ columns: [table.voucherId, table.sharerId, table.viewer] })],
);
