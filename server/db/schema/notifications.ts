import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core';

import {
  type NoticeChannel,
  PRIORITIES,
  TOLD_KINDS,
  type ToldKind,
} from '../../../contract/notifications/kinds.ts';
import { idOfUser, sessions, users } from './accounts.ts';
import { at, bytes } from './columns.ts';
import { idOfVoucher, vouchers } from './vouchers.ts';

export const EVENT_KINDS = [
  'voucher_started',
  'digit_revealed',
  'lottery_drawn',
  'announcement',
] as const;

/** The unique `eventKey`, e.g. `win:{ulid}`, notifies a user once of an event. */
export const notifications = pgTable(
  'notifications',
  (t) => ({
    id: t.bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: idOfUser('user_id'),
    kind: t.text('kind', { enum: TOLD_KINDS }).notNull(),
    eventKey: t.text('event_key').notNull(),
    data: t.jsonb('data').notNull(),
    isListed: t.boolean('is_listed').notNull(),
    mailDueAt: at('mail_due_at'),
    priority: t.text('priority', { enum: PRIORITIES }).notNull().default('normal'),
    readAt: at('read_at'),
    createdAt: at('created_at').notNull(),
  }),
  (table) => [
    uniqueIndex('notifications_event_unique').on(table.userId, table.eventKey),
    index('notifications_listed')
      .on(table.userId, table.id)
      .where(sql`${table.isListed}`),
    index('notifications_unread')
      .on(table.userId, table.id)
      .where(sql`${table.isListed} and ${table.readAt} is null`),
    index('notifications_mail_queue')
      .on(table.priority, table.mailDueAt, table.id)
      .where(sql`${table.mailDueAt} is not null`),
    index('notifications_created').on(table.createdAt),
    // Whom others are told about, for when that account is deleted.
    index('notifications_named')
      .on(sql`(${table.data} ->> 'username')`)
      .where(sql`${table.data} ->> 'username' is not null`),
  ],
);

export const notificationPreferences = pgTable(
  'notification_preferences',
  (t) => ({
    userId: t
      .integer('user_id')
      .primaryKey()
      .references(() => users.id),
    channels: t.jsonb('channels').$type<Partial<Record<ToldKind, NoticeChannel[]>>>().notNull(),
    /** `HH:MM` in the time zone of the user's region; both or none. */
    quietFrom: t.text('quiet_from'),
    quietTo: t.text('quiet_to'),
    updatedAt: at('updated_at').notNull(),
  }),
  (table) => [
    check(
      'notification_preferences_quiet',
      sql`(${table.quietFrom} is null) = (${table.quietTo} is null)`,
    ),
  ],
);

/** The event's own transaction stores the row. */
export const notificationEvents = pgTable(
  'notification_events',
  (t) => ({
    id: t.bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    eventKey: t.text('event_key').notNull(),
    kind: t.text('kind', { enum: EVENT_KINDS }).notNull(),
    voucherId: t.integer('voucher_id').references(() => vouchers.id),
    text: t.text('text'),
    toldUpTo: t.integer('told_up_to').notNull().default(0),
    createdAt: at('created_at').notNull(),
    doneAt: at('done_at'),
  }),
  (table) => [
    uniqueIndex('notification_events_key_unique').on(table.eventKey),
    index('notification_events_open')
      .on(table.id)
      .where(sql`${table.doneAt} is null`),
    index('notification_events_created').on(table.createdAt),
    check(
      'notification_events_subject',
      sql`(${table.voucherId} is null) = (${table.kind} = 'announcement') and (${table.text} is null) = (${table.voucherId} is not null)`,
    ),
  ],
);

export const voucherFollows = pgTable(
  'voucher_follows',
  {
    voucherId: idOfVoucher('voucher_id'),
    userId: idOfUser('user_id'),
    mutedAt: at('muted_at'),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.voucherId, table.userId] }),
    index('voucher_follows_user').on(table.userId),
  ],
);

export const pushTokens = pgTable(
  'push_tokens',
  (t) => ({
    id: t.bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: idOfUser('user_id'),
    sessionId: t
      .integer('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    token: t.text('token').notNull(),
    userAgent: t.text('user_agent').notNull(),
    platform: t.text('platform').notNull(),
    language: t.text('language').notNull(),
    createdAt: at('created_at').notNull(),
    seenAt: at('seen_at').notNull(),
  }),
  (table) => [
    uniqueIndex('push_tokens_token_unique').on(table.token),
    index('push_tokens_user').on(table.userId),
    index('push_tokens_session').on(table.sessionId),
    index('push_tokens_seen').on(table.seenAt),
  ],
);

export const pushDeliveries = pgTable(
  'push_deliveries',
  (t) => ({
    id: t.bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    notificationId: t
      .bigint('notification_id', { mode: 'number' })
      .notNull()
      .references(() => notifications.id, { onDelete: 'cascade' }),
    /** A foreign key would make the event's transaction fail when the token is deleted meanwhile. */
    tokenId: t.bigint('token_id', { mode: 'number' }).notNull(),
    tries: t.integer('tries').notNull().default(0),
    /** While a push is being sent, the time at which another worker may claim it. */
    dueAt: at('due_at').notNull(),
    priority: t.text('priority', { enum: PRIORITIES }).notNull().default('normal'),
    /** Of the release before, whose nodes write it. */
    isUrgent: t.boolean('is_urgent').notNull().default(false),
  }),
  (table) => [
    uniqueIndex('push_deliveries_once').on(table.notificationId, table.tokenId),
    index('push_deliveries_queue').on(table.priority, table.dueAt, table.id),
    index('push_deliveries_token').on(table.tokenId),
  ],
);

/** The content holds links and codes, so it is encrypted and deleted after sending. */
export const mails = pgTable(
  'mails',
  (t) => ({
    id: t.bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    to: t.text('to').notNull(),
    subject: t.text('subject').notNull(),
    sealed: bytes('sealed'),
    text: t.text('text'),
    html: t.text('html'),
    createdAt: at('created_at').notNull(),
    sentAt: at('sent_at'),
    priority: t.text('priority', { enum: PRIORITIES }).notNull().default('normal'),
    tries: t.integer('tries').notNull().default(0),
    /** As for a push; null once it was sent or given up. */
    dueAt: at('due_at'),
  }),
  (table) => [
    index('mails_to').on(table.to, table.id),
    index('mails_queue')
      .on(table.priority, table.dueAt, table.id)
      .where(sql`${table.dueAt} is not null`),
  ],
);
