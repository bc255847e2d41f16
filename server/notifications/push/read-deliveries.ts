import { eq, inArray, sql } from 'drizzle-orm';

import { UNREAD_MAX } from '../../../contract/constants.ts';
import type { Db } from '../../db/database.ts';
import { sessions, users } from '../../db/schema/accounts.ts';
import {
  notificationPreferences,
  notifications,
  pushDeliveries,
  pushTokens,
} from '../../db/schema/notifications.ts';
import { isDigitOfPast } from '../find-digit-of-past.ts';

/** What pushing these deliveries takes; those whose token or session is gone have none. */
export const readDeliveries = (db: Db, ids: readonly number[]) =>
  db
    .select({
      id: pushDeliveries.id,
      tries: pushDeliveries.tries,
      kind: notifications.kind,
      data: notifications.data,
      noticeId: notifications.id,
      createdAt: notifications.createdAt,
      readAt: notifications.readAt,
      userId: notifications.userId,
      region: users.region,
      tokenId: pushDeliveries.tokenId,
      token: pushTokens.token,
      tokenUserId: pushTokens.userId,
      sessionEndsAt: sessions.expiresAt,
      sessionRevokedAt: sessions.revokedAt,
      channels: notificationPreferences.channels,
      quietFrom: notificationPreferences.quietFrom,
      quietTo: notificationPreferences.quietTo,
      isDigitOfPast,
      unread: sql<number>`(select count(*)::int from (select 1 from notifications other
        where other.user_id = ${users.id} and other.is_listed and other.read_at is null
        limit ${UNREAD_MAX}) listed)`,
    })
    .from(pushDeliveries)
    .innerJoin(notifications, eq(notifications.id, pushDeliveries.notificationId))
    .innerJoin(users, eq(users.id, notifications.userId))
    .leftJoin(pushTokens, eq(pushTokens.id, pushDeliveries.tokenId))
    .leftJoin(sessions, eq(sessions.id, pushTokens.sessionId))
    .leftJoin(notificationPreferences, eq(notificationPreferences.userId, users.id))
    .where(inArray(pushDeliveries.id, [...ids]));

export type Delivery = Awaited<ReturnType<typeof readDeliveries>>[number];
