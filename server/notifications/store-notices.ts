import { sql } from 'drizzle-orm';

import { minorToMajor } from '../../contract/money.ts';
import {
  type NoticeData,
  SECURITY_KINDS,
  type ToldKind,
  usualChannels,
} from '../../contract/notifications/kinds.ts';
import type { Db } from '../db/database.ts';
import { queryRows } from '../db/query-rows.ts';
import { notificationEvents } from '../db/schema/notifications.ts';
import type { Voucher } from '../vouchers/voucher-row.ts';

/** `NoticeData` as it stands in the database: a code is sealed there, in base64. */
export interface StoredNoticeData extends Omit<NoticeData, 'code'> {
  readonly sealed_code?: string;
}

/** Something that one user is told. */
export interface Notice {
  readonly userId: number;
  readonly kind: ToldKind;
  /** Names the event, e.g. `win:{ulid}`: a user is told of it once. */
  readonly eventKey: string;
  readonly data: StoredNoticeData;
}

/**
 * Stores notifications in the transaction of what they tell of, in one statement however many they are. Where they
 * go is decided here, by what each user has chosen: into the list, due to be mailed, and due to be pushed to each
 * device of the user's. What was stored before stays as it is; what a user wants nowhere is not stored.
 * @param at when it happened
 * @returns how many were stored now
 */
export async function storeNotices(tx: Db, notices: readonly Notice[], at: Date): Promise<number> {
  if (notices.length === 0) return 0;
  const records = notices.map(({ userId, kind, eventKey, data }) => ({
    user_id: userId,
    kind,
    event_key: eventKey,
    data,
    usual: usualChannels(kind),
    is_security: SECURITY_KINDS.includes(kind),
  }));
  const now = sql`${at.toISOString()}::timestamptz`;
  // In one order, so that two transactions cannot wait for each other.
  const [row] = await queryRows<{ stored: number }>(
    tx,
    sql`
    with notice as (
      select one.*, goes.channels @> '"in_app"' as listed,
        not one.is_security and goes.channels @> '"email"' as mailed,
        goes.channels @> '"push"'
          and exists (select 1 from push_tokens where user_id = one.user_id) as pushed
      from json_to_recordset(${JSON.stringify(records)}::json) as one(
        user_id int, kind text, event_key text, data jsonb, usual jsonb, is_security boolean)
      left join notification_preferences chosen on chosen.user_id = one.user_id
      cross join lateral (select coalesce(chosen.channels -> one.kind, one.usual) as channels) goes
    ), stored as (
      insert into notifications (user_id, kind, event_key, data, is_listed, mail_due_at, created_at)
      select user_id, kind, event_key, data, listed, case when mailed then ${now} end, ${now}
      from notice
      where listed or mailed or pushed
      order by user_id
      on conflict (user_id, event_key) do nothing
      returning id, user_id, event_key
    ), pushed as (
      insert into push_deliveries (notification_id, token_id, due_at, is_urgent)
      select stored.id, token.id, ${now}, notice.is_security
      from stored
      join notice using (user_id, event_key)
      join push_tokens token on token.user_id = stored.user_id
      where notice.pushed
      on conflict do nothing
    )
    select count(*)::int as stored from stored`,
  );
  return row?.stored ?? 0;
}

/** Tells the creator of a voucher that ended unwon or unused where its money is. */
export const expiredNotice = ({ ulid, creatorId, amount, currency, purpose }: Voucher): Notice => ({
  userId: creatorId,
  kind: 'voucher_expired',
  eventKey: `expired:${ulid}`,
  data: { voucher: ulid, amount: minorToMajor(amount), currency, purpose },
});

/** Tells the creator of a giveaway that its prize was won. */
export const wonNotice = ({ ulid, creatorId, amount, currency }: Voucher): Notice => ({
  userId: creatorId,
  kind: 'voucher_redeemed',
  eventKey: `win:${ulid}`,
  data: { voucher: ulid, amount: minorToMajor(amount), currency, purpose: 'giveaway' },
});

/** Something of a voucher that its followers are to hear of. */
export interface VoucherEvent {
  readonly kind: Exclude<(typeof notificationEvents.$inferInsert)['kind'], 'announcement'>;
  /** Names it, e.g. `draw:{ulid}`: followers hear of it once. */
  readonly eventKey: string;
  readonly voucherId: number;
}

/**
 * Notes an event in the transaction in which it happens: one row, however many follow the voucher. A job tells
 * them within a minute.
 */
export async function announceEvent(tx: Db, event: VoucherEvent, now: Date): Promise<void> {
  await tx
    .insert(notificationEvents)
    .values({ ...event, createdAt: now })
    .onConflictDoNothing({ target: notificationEvents.eventKey });
}
