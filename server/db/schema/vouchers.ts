import { type SQL, sql } from 'drizzle-orm';
import {
  check,
  type ExtraConfigColumn,
  index,
  integer,
  type PgColumn,
  pgTable,
  primaryKey,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

import { CURRENCIES } from '../../../contract/money.ts';
import { REVEAL_METHODS, VOUCHER_STATUSES, VOUCHER_TYPES } from '../../../contract/vouchers.ts';
import { ENTRY_RULES } from '../../../contract/vouchers/entry-rule.ts';
import { idOfUser, users } from './accounts.ts';
import { at, bytes } from './columns.ts';

interface CoverVariant {
  readonly width: number;
  readonly height: number;
  readonly path: string;
}

/** Paths are below the cover store and public under /covers/. */
export interface StoredCover {
  readonly media: 'image' | 'video';
  readonly path: string;
  readonly bytes: number;
  readonly variants: readonly CoverVariant[];
  /** A WebP of a few hundred bytes in base64; absent for transparent pictures. */
  readonly preview?: string | undefined;
}

type Columns<Name extends string> = Readonly<Record<Name, ExtraConfigColumn | PgColumn>>;
type Shown = Columns<'purpose' | 'status' | 'isPrivate'>;

/** The planner matches this exact text with the partial indexes of lists. */
export const isListed = ({ purpose, status, isPrivate }: Shown): SQL =>
  sql`${purpose} = 'giveaway' and ${status} = 'active' and not ${isPrivate}`;

/** The planner matches this exact text with the partial index of prizes. */
export const isPrize = ({ purpose, status, isPrivate }: Shown): SQL =>
  sql`${purpose} = 'giveaway' and ${status} = 'completed' and not ${isPrivate}`;

export const endOf = ({
  finalRevealTime,
  expiresAt,
}: Columns<'finalRevealTime' | 'expiresAt'>): SQL => sql`least(${finalRevealTime}, ${expiresAt})`;

/** Share of views 0 to 1, or minus the reveal time in ms; -1 when no view opens a digit. */
export const progressOf = ({
  views,
  firstRevealViews,
  secondRevealViews,
  remainingTime,
}: Columns<'views' | 'firstRevealViews' | 'secondRevealViews' | 'remainingTime'>): SQL =>
  sql`(case
    when ${remainingTime} is not null then -1000 * extract(epoch from ${remainingTime} at time zone 'UTC')::float8
    when ${views} < ${firstRevealViews} then ${views}::float8 / ${firstRevealViews}
    when ${views} < ${secondRevealViews} then ${views}::float8 / ${secondRevealViews}
    else -1 end)`;

export const vouchers = pgTable(
  'vouchers',
  (t) => ({
    id: t.integer('id').primaryKey().generatedAlwaysAsIdentity(),
    ulid: t.text('ulid').notNull(),
    purpose: t.text('purpose', { enum: ['giveaway', 'payment'] }).notNull(),
    type: t.text('type', { enum: VOUCHER_TYPES }).notNull(),
    status: t.text('status', { enum: VOUCHER_STATUSES }).notNull(),
    creatorId: idOfUser('creator_id'),
    region: t.text('region').notNull(),
    currency: t.text('currency', { enum: CURRENCIES }).notNull(),
    /** Minor units; `fee` is paid on top of the prize. */
    amount: t.bigint('amount', { mode: 'bigint' }).notNull(),
    fee: t.bigint('fee', { mode: 'bigint' }).notNull(),

    codeEncrypted: bytes('code_encrypted').notNull(),
    codeHash: t.text('code_hash').notNull(),
    /** A giveaway shows `*` for hidden digits; a payment voucher shows no digit. */
    maskedCode: t.text('masked_code').notNull(),
    maskedDigits: t.integer('masked_digits').notNull(),
    masterEncrypted: bytes('master_encrypted'),
    commitment: t.text('commitment'),
    rulesJson: t.text('rules_json'),

    revealMethod: t.text('reveal_method', { enum: REVEAL_METHODS }).notNull(),
    firstRevealViews: t.integer('first_reveal_views'),
    secondRevealViews: t.integer('second_reveal_views'),
    remainingTime: at('remaining_time'),
    finalRevealTime: at('final_reveal_time'),
    revealsDone: t.integer('reveals_done').notNull().default(0),
    revealedAt: at('revealed_at'),

    network: t.text('network').notNull().default('N/A'),
    isPrivate: t.boolean('is_private').notNull().default(false),
    entryRule: t.text('entry_rule', { enum: ENTRY_RULES }).notNull().default('everybody'),
    /** Payment vouchers only: redeeming needs a release code from the creator. */
    enable2fa: t.boolean('enable_2fa').notNull().default(false),
    /** Payment vouchers only, in lower case; null lets any user with the code redeem it. */
    recipientEmail: t.text('recipient_email'),
    /** Payment vouchers only: the one user who may redeem it, instead of an address. */
    recipientId: t.integer('recipient_id').references(() => users.id),
    cover: t.jsonb('cover').$type<StoredCover>(),
    adUrl: t.text('ad_url'),
    adCopy: t.text('ad_copy'),

    featuredAt: at('featured_at'),
    views: t.integer('views').notNull().default(0),
    linkClicks: t.integer('link_clicks').notNull().default(0),
    uncountedViews: t.integer('uncounted_views').notNull().default(0),
    uncountedClicks: t.integer('uncounted_clicks').notNull().default(0),
    /** It is some seconds late while the giveaway is open, and exact once it has ended. */
    guessCount: t.integer('guess_count').notNull().default(0),
    guessDevices: t.integer('guess_devices'),
    guessNetworks: t.integer('guess_networks'),

    winnerId: t.integer('winner_id').references(() => users.id),
    winningGuessNumber: t.bigint('winning_guess_number', { mode: 'number' }),
    entriesRoot: t.text('entries_root'),
    createdAt: at('created_at').notNull(),
    activatedAt: at('activated_at'),
    /** Giveaways only; null for one that starts when it is paid. */
    startsAt: at('starts_at'),
    completedAt: at('completed_at'),
    expiresAt: at('expires_at'),
  }),
  (table) => [
    uniqueIndex('vouchers_ulid_unique').on(table.ulid),
    uniqueIndex('vouchers_code_hash_unique').on(table.codeHash),
    // Lists by amount merge one range for each type; `creatorId` avoids reading each row.
    index('vouchers_open_amount')
      .on(table.type, table.currency, table.revealMethod, table.amount, table.id, table.creatorId)
      .where(isListed(table)),
    index('vouchers_open_created').on(table.createdAt, table.id).where(isListed(table)),
    index('vouchers_open_views').on(table.views, table.id).where(isListed(table)),
    index('vouchers_open_end').on(endOf(table), table.id).where(isListed(table)),
    index('vouchers_open_progress').on(progressOf(table), table.id).where(isListed(table)),
    // Rows without a start, nearly all of them, cost it nothing.
    index('vouchers_awaited')
      .on(table.startsAt.desc().nullsFirst(), table.id)
      .where(
        sql`${table.purpose} = 'giveaway' and ${table.status} = 'active' and ${table.startsAt} is not null`,
      ),
    index('vouchers_list_featured')
      .on(
        table.featuredAt.desc().nullsLast(),
        table.views.desc().nullsFirst(),
        table.id.desc().nullsFirst(),
      )
      .where(isListed(table)),
    index('vouchers_prizes').on(table.completedAt, table.id).where(isPrize(table)),
    index('vouchers_creator').on(table.creatorId),
    index('vouchers_recipient')
      .on(table.recipientEmail)
      .where(sql`${table.recipientEmail} is not null`),
    index('vouchers_recipient_user')
      .on(table.recipientId)
      .where(sql`${table.recipientId} is not null`),
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

export const idOfVoucher = (name: string) =>
  integer(name)
    .notNull()
    .references(() => vouchers.id);

/** The code is a keyed hash, valid until it expires or has too many wrong tries. */
export const voucherReleases = pgTable(
  'voucher_releases',
  (t) => ({
    voucherId: idOfVoucher('voucher_id'),
    userId: idOfUser('user_id'),
    codeHash: t.text('code_hash').notNull(),
    tries: t.integer('tries').notNull(),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
  }),
  (table) => [primaryKey({ columns: [table.voucherId, table.userId] })],
);
