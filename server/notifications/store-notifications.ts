import { sql } from 'drizzle-orm';

import { minorToMajor } from '../../contract/money.ts';
import {
  KIND_PRIORITIES,
  SECURITY_KINDS,
  type ToldKind,
  usualChannels,
} from '../../contract/notifications/kinds.ts';
import { noteChange } from '../db/changes.ts';
import type { Db } from '../db/database.ts';
import { hasChanged, queryRows } from '../db/query-rows.ts';
import { notificationEvents } from '../db/schema/notifications.ts';
import type { Voucher } from '../vouchers/voucher-row.ts';
import type { NoticeData, Notification } from '../../contract/notifications/calls.ts';
import type { Clock } from '../clock.ts';
import type { Secrets } from '../config/secrets.ts';

/** `NoticeData` as stored; a code is encrypted, in base64. */
export interface StoredNotificationData extends Omit<NoticeData, 'code'> {
  readonly sealed_code?: string;
}

export interface NewNotification {
  readonly userId: number;
  readonly kind: ToldKind;
  /** Unique for a user, e.g. `win:{ulid}`. */
  readonly eventKey: string;
  readonly data: StoredNotificationData;
}

/**
 * In the transaction that causes them, in one statement. A notification that its user wants nowhere, or that was
 * stored before, is skipped.
 * @param at when it happened
 * @returns how many were stored
 */
export async function storeNotifications(
  tx: Db,
  notifications: readonly NewNotification[],
  at: Date,
): Promise<number> {
  if (notifications.length === 0) return 0;
  const records = notifications.map(({ userId, kind, eventKey, data }) => ({
    user_id: userId,
    kind,
    event_key: eventKey,
    data,
    usual: usualChannels(kind),
    priority: KIND_PRIORITIES[kind],
    is_security: SECURITY_KINDS.includes(kind),
  }));
  const now = sql`${at.toISOString()}::timestamptz`;
  // In one order, so that two transactions do not deadlock.
  const [row] = await queryRows<{ stored: number }>(tx)`
    with notice as (
      select one.*, goes.channels @> '"in_app"' as listed,
        not one.is_security and goes.channels @> '"email"' as mailed,
        goes.channels @> '"push"'
          and exists (select 1 from push_tokens where user_id = one.user_id) as pushed
      from json_to_recordset(${JSON.stringify(records)}::json) as one(
        user_id int, kind text, event_key text, data jsonb, usual jsonb, priority text, is_security boolean)
      left join notification_preferences chosen on chosen.user_id = one.user_id
      cross join lateral (select coalesce(chosen.channels -> one.kind, one.usual) as channels) goes
    ), stored as (
      insert into notifications
        (user_id, kind, event_key, data, is_listed, mail_due_at, priority, created_at)
      select user_id, kind, event_key, data, listed, case when mailed then ${now} end, priority, ${now}
      from notice
      where listed or mailed or pushed
      order by user_id, event_key
      on conflict (user_id, event_key) do nothing
      returning id, user_id, event_key
    ), pushed as (
      insert into push_deliveries (notification_id, token_id, due_at, priority)
      select stored.id, token.id, ${now}, notice.priority
      from stored
      join notice using (user_id, event_key)
      join push_tokens token on token.user_id = stored.user_id
      where notice.pushed
      on conflict do nothing
    )
    select count(*)::int as stored from stored`;
  for (const { userId } of notifications) noteChange(tx, `notification:${userId}`);
  return row?.stored ?? 0;
}

const toCreator = (voucher: Voucher, kind: ToldKind, event: string): NewNotification => {
  const { ulid, creatorId: userId, amount, currency, purpose } = voucher;
  const data = { voucher: ulid, amount: minorToMajor(amount), currency, purpose };
  return { userId, kind, eventKey: `${event}:${ulid}`, data };
};

export const expiredNotification = (voucher: Voucher) =>
  toCreator(voucher, 'voucher_expired', 'expired');

export const wonNotification = (voucher: Voucher) => toCreator(voucher, 'voucher_redeemed', 'win');

export const receivedNotification = (
  { ulid, amount, currency }: Voucher,
  userId: number,
  sender: string,
): NewNotification => ({
  userId,
  kind: 'money_received',
  eventKey: `received:${ulid}`,
  data: { voucher: ulid, amount: minorToMajor(amount), currency, username: sender },
});

interface VoucherEvent {
  readonly kind: Exclude<(typeof notificationEvents.$inferInsert)['kind'], 'announcement'>;
  /** Unique, e.g. `draw:{ulid}`. */
  readonly eventKey: string;
  readonly voucherId: number;
}

/** One row, however many follow the voucher; a job notifies them. */
export async function announceEvent(tx: Db, event: VoucherEvent, now: Date): Promise<void> {
  await storeEvent(tx, { ...event, createdAt: now });
}

const storeEvent = (tx: Db, event: typeof notificationEvents.$inferInsert): Promise<boolean> =>
  hasChanged(
    tx
      .insert(notificationEvents)
      .values(event)
      .onConflictDoNothing({ target: notificationEvents.eventKey }),
  );

interface Announcement {
  readonly eventKey: string;
  readonly text: string;
}

/** A job notifies all users later. @returns false when it was announced before */
export const announceToAll = (tx: Db, announced: Announcement, now: Date): Promise<boolean> =>
  storeEvent(tx, { ...announced, kind: 'announcement', createdAt: now });

/** @returns false when they were notified before */
export async function announceTo(
  tx: Db,
  userId: number,
  { eventKey, text }: Announcement,
  now: Date,
): Promise<boolean> {
  const announcement = { userId, kind: 'announcement' as const, eventKey, data: { text } };
  return (await storeNotifications(tx, [announcement], now)) > 0;
}

type Released = Pick<Voucher, 'ulid' | 'amount' | 'currency' | 'creatorId'>;

interface SentRelease {
  readonly redeemer: string;
  readonly code: string;
  readonly sentAt: Date;
  readonly expiresAt: Date;
}

/** Bound to the reader, so that it cannot be attached to another user's row. */
const codeContext = (userId: number): string => `notice-code:${userId}`;

export function releaseNotification(
  secrets: Secrets,
  { ulid, amount, currency, creatorId: userId }: Released,
  { redeemer, code, sentAt, expiresAt }: SentRelease,
): NewNotification {
  return {
    userId,
    kind: 'release_code',
    eventKey: `release:${ulid}:${redeemer}:${sentAt.getTime()}`,
    data: {
      voucher: ulid,
      amount: minorToMajor(amount),
      currency,
      username: redeemer,
      sealed_code: secrets.encrypt(code, codeContext(userId)).toString('base64'),
      expires_at: expiresAt.toISOString(),
    },
  };
}

/** The code is decrypted while it is valid, and left out where its key is gone: the mail has it as well. */
export function decryptNotificationData(
  { secrets, clock }: { readonly secrets: Secrets; readonly clock: Clock },
  { userId, data }: { readonly userId: number; readonly data: unknown },
): Notification['data'] {
  // Only `storeNotifications` writes it.
  const { sealed_code: sealed, ...told } = data as StoredNotificationData;
  const isOver = !told.expires_at || Date.parse(told.expires_at) <= clock.now();
  const code = sealed === undefined || isOver ? undefined : open(secrets, sealed, userId);
  return { ...told, ...(code !== undefined && { code }) } as Notification['data'];
}

function open(secrets: Secrets, encrypted: string, userId: number): string | undefined {
  try {
    return secrets.decrypt(Buffer.from(encrypted, 'base64'), codeContext(userId)).toString('utf8');
  } catch {
    return undefined;
  }
}
