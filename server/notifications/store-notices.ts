import { sql } from 'drizzle-orm';

import {
  SECURITY_KINDS,
  usualChannels,
  type NoticeData,
  type ToldKind,
} from '../../contract/notifications/kinds.ts';
import type { Db } from '../db/database.ts';

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
 * go is decided here, by what each user has chosen: into the list, and due to be mailed. What was stored before
 * stays as it is; what a user wants nowhere is not stored.
 * @param at when it happened
 */
export async function storeNotices(tx: Db, notices: readonly Notice[], at: Date): Promise<void> {
  if (notices.length === 0) return;
  const records = notices.map(({ userId, kind, eventKey, data }) => ({
    user_id: userId,
    kind,
    event_key: eventKey,
    data,
    usual: usualChannels(kind),
    is_mailed: !SECURITY_KINDS.includes(kind),
  }));
  const now = sql`${at.toISOString()}::timestamptz`;
  // In one order, so that two transactions cannot wait for each other.
  await tx.execute(sql`
    insert into notifications (user_id, kind, event_key, data, is_listed, mail_due_at, created_at)
    select notice.user_id, notice.kind, notice.event_key, notice.data, wanted.listed,
      case when wanted.mailed then ${now} end, ${now}
    from json_to_recordset(${JSON.stringify(records)}::json) as notice(
      user_id int, kind text, event_key text, data jsonb, usual jsonb, is_mailed boolean)
    left join notification_preferences chosen on chosen.user_id = notice.user_id
    cross join lateral (select coalesce(chosen.channels -> notice.kind, notice.usual) as channels) goes
    cross join lateral (
      select goes.channels @> '"in_app"' as listed, notice.is_mailed and goes.channels @> '"email"' as mailed
    ) wanted
    where wanted.listed or wanted.mailed
    order by notice.user_id
    on conflict (user_id, event_key) do nothing`);
}
