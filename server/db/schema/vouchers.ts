import { sql, type SQL } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  type ExtraConfigColumn,
  type PgColumn,
} from 'drizzle-orm/pg-core';

import { ENTRY_RULES } from '../../../contract/vouchers/entry-rule.ts';
import { REVEAL_METHODS, VOUCHER_STATUSES, VOUCHER_TYPES } from '../../../contract/vouchers.ts';
import type { StoredCover } from '../stored-cover.ts';
import { users } from './accounts.ts';
import { at, bytes } from './columns.ts';

type Columns = Readonly<
  Record<
    'purpose' | 'status' | 'isPrivate' | 'finalRevealTime' | 'expiresAt',
    ExtraConfigColumn | PgColumn
  >
>;

/** Open giveaways that everybody may see; in words that the planner recognises in the indexes of lists. */
export const isListed = ({ purpose, status, isPrivate }: Columns): SQL =>
  sql`${purpose} = 'giveaway' and ${status} = 'active' and not ${isPrivate}`;

/** Giveaways that are over, and that everybody may see; in words that the planner recognises in the index of prizes. */
export const isPrize = ({ purpose, status, isPrivate }: Columns): SQL =>
  sql`${purpose} = 'giveaway' and ${status} = 'completed' and not ${isPrivate}`;

/** When a giveaway is over at the latest: its draw or its deadline; null when only a winner ends it. */
export const endOf = ({ finalRevealTime, expiresAt }: Columns): SQL =>
  sql`least(${finalRevealTime}, ${expiresAt})`;

/**
 * How near a giveaway is to its next digit, whenever it is asked, so that an index can have it: by views the share of
 * the way, 0 to 1; by time minus the moment, ms since the epoch; -1 when no view opens one any more.
 */
export const nearnessOf = ({
  views,
  firstRevealViews,
  secondRevealViews,
  remainingTime,
}: Readonly<
  Record<
    'views' | 'firstRevealViews' | 'secondRevealViews' | 'remainingTime',
    ExtraConfigColumn | PgColumn
  >
>): SQL =>
  sql`(case
    when ${remainingTime} is not null then -1000 * extract(epoch from ${remainingTime} at time zone 'UTC')::float8
    when ${views} < ${firstRevealViews} then ${views}::float8 / ${firstRevealViews}
    when ${views} < ${secondRevealViews} then ${views}::float8 / ${secondRevealViews}
    else -1 end)`;

const nearnessColumns = <Column>({
  views,
  firstRevealViews,
  secondRevealViews,
  remainingTime,
}: Readonly<
  Record<'views' | 'firstRevealViews' | 'secondRevealViews' | 'remainingTime', Column>
>): [Column, Column, Column, Column] => [views, firstRevealViews, secondRevealViews, remainingTime];

/** What filters ask of a row beside its worth: bounds what it holds, names whose it is. */
const filteredBy = <Column>({
  currency,
  amount,
  creatorId,
}: Readonly<Record<'currency' | 'amount' | 'creatorId', Column>>): [Column, Column, Column] => [
  currency,
  amount,
  creatorId,
];

/** At which rate a giveaway's worth was written: worth for one minor unit of its amount. */
export const rateOf = ({
  worth,
  amount,
}: Readonly<Record<'worth' | 'amount', ExtraConfigColumn | PgColumn>>): SQL =>
  sql`(${worth}::float8 / ${amount}::float8)`;

/** What lists are filtered by, in the order of the indexes. */
const kindOf = <Column>({
  type,
  currency,
  revealMethod,
}: Readonly<Record<'type' | 'currency' | 'revealMethod', Column>>): [Column, Column, Column] => [
  type,
  currency,
  revealMethod,
];

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
    /** Of a giveaway: its amount in the common currency that lists compare by, `worthOf`; 0 = not written yet. */
    worth: bigint('worth', { mode: 'bigint' })
      .notNull()
      .default(sql`0`),

    codeEncrypted: bytes('code_encrypted').notNull(),
    codeHash: text('code_hash').notNull(),
    /** Of a giveaway, `*` for hidden digits beside the open ones; of a payment voucher `*` and `-`, no digit. */
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
    /** When the last of them opened. */
    revealedAt: at('revealed_at'),

    network: text('network').notNull().default('N/A'),
    isPrivate: boolean('is_private').notNull().default(false),
    /** Of a giveaway: whose guesses it takes. */
    entryRule: text('entry_rule', { enum: ENTRY_RULES }).notNull().default('everybody'),
    /** Of a payment voucher: whether redeeming it takes a release code from its creator. */
    enable2fa: boolean('enable_2fa').notNull().default(false),
    /** Of a payment voucher: the only address that can redeem it, in lower case; null = any user with the code. */
    recipientEmail: text('recipient_email'),
    cover: jsonb('cover').$type<StoredCover>(),
    adUrl: text('ad_url'),
    adCopy: text('ad_copy'),

    /** When an administrator put it first among the giveaways for visitors; null for what stands by its views. */
    featuredAt: at('featured_at'),
    views: integer('views').notNull().default(0),
    linkClicks: integer('link_clicks').notNull().default(0),
    /** Views and clicks that did not count when they came, e.g. of a device that has proven nothing. */
    uncountedViews: integer('uncounted_views').notNull().default(0),
    uncountedClicks: integer('uncounted_clicks').notNull().default(0),
    /** How many guesses were accepted: some seconds late while it is open, exact once it has ended. */
    guessCount: integer('guess_count').notNull().default(0),
    /** How many devices and networks guessed, counted the night after it has ended; null before. */
    guessDevices: integer('guess_devices'),
    guessNetworks: integer('guess_networks'),

    winnerId: integer('winner_id').references(() => users.id),
    winningGuessNumber: bigint('winning_guess_number', { mode: 'number' }),
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
    // What an order is worked out from, and what filters ask of a row, stand at the end of an index, else the database
    // looks at every row on the way.
    index('vouchers_list_worth')
      .on(table.worth, table.id, ...filteredBy(table))
      .where(isListed(table)),
    index('vouchers_list_ending')
      .on(
        endOf(table),
        table.id,
        table.worth,
        ...filteredBy(table),
        table.finalRevealTime,
        table.expiresAt,
      )
      .where(isListed(table)),
    index('vouchers_list_newest')
      .on(table.createdAt, table.id, table.worth, ...filteredBy(table))
      .where(isListed(table)),
    index('vouchers_list_viewed')
      .on(table.views, table.id, table.worth, ...filteredBy(table))
      .where(isListed(table)),
    index('vouchers_list_nearness')
      .on(nearnessOf(table), table.id, table.worth, ...filteredBy(table), ...nearnessColumns(table))
      .where(isListed(table)),
    // The same orders within each kind of giveaway, for lists that are filtered by what a kind is made of.
    index('vouchers_kind_worth')
      .on(...kindOf(table), table.worth, table.id)
      .where(isListed(table)),
    index('vouchers_kind_ending')
      .on(...kindOf(table), endOf(table), table.id, table.finalRevealTime, table.expiresAt)
      .where(isListed(table)),
    index('vouchers_kind_created')
      .on(...kindOf(table), table.createdAt, table.id)
      .where(isListed(table)),
    index('vouchers_kind_views')
      .on(...kindOf(table), table.views, table.id)
      .where(isListed(table)),
    index('vouchers_kind_nearness')
      .on(...kindOf(table), nearnessOf(table), table.id, ...nearnessColumns(table))
      .where(isListed(table)),
    index('vouchers_list_creator')
      .on(table.creatorId, table.worth, table.id)
      .where(isListed(table)),
    index('vouchers_list_rate').on(table.currency, rateOf(table)).where(isListed(table)),
    index('vouchers_list_featured')
      .on(
        table.featuredAt.desc().nullsLast(),
        table.views.desc().nullsFirst(),
        table.id.desc().nullsFirst(),
      )
      .where(isListed(table)),
    index('vouchers_prizes').on(table.completedAt, table.id).where(isPrize(table)),
    index('vouchers_creator').on(table.creatorId),
    index('vouchers_expiring')
      .on(table.expiresAt)
      .where(sql`${table.status} in ('pending', 'active')`),
    check('vouchers_amount_positive', sql`${table.amount} > 0`),
    check('vouchers_fee_not_negative', sql`${table.fee} >= 0`),
    check('vouchers_worth_not_negative', sql`${table.worth} >= 0`),
    check(
      'vouchers_winner_named',
      sql`(${table.winnerId} is null) = (${table.winningGuessNumber} is null) or ${table.revealMethod} = 'lottery' or ${table.purpose} = 'payment'`,
    ),
  ],
);
