import { and, asc, eq, lte } from 'drizzle-orm';

import type { Db } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { notificationPreferences, notifications } from '../db/schema/notifications.ts';
import { isDigitOfPast } from './find-digit-of-past.ts';

/** The notifications whose mails are due, locked for this transaction; those that another node has are left out. */
export const readDueMails = (tx: Db, now: Date, limit: number) =>
  tx
    .select({
      id: notifications.id,
      kind: notifications.kind,
      data: notifications.data,
      userId: users.id,
      username: users.username,
      email: users.email,
      verifiedAt: users.emailVerifiedAt,
      region: users.region,
      channels: notificationPreferences.channels,
      quietFrom: notificationPreferences.quietFrom,
      quietTo: notificationPreferences.quietTo,
      isDigitOfPast,
    })
    .from(notifications)
    .innerJoin(users, eq(users.id, notifications.userId))
    .leftJoin(notificationPreferences, eq(notificationPreferences.userId, users.id))
    .where(and(lte(notifications.mailDueAt, now)))
    .orderBy(asc(notifications.mailDueAt), asc(notifications.id))
    .limit(limit)
    .for('update', { of: notifications, skipLocked: true });

export type DueMail = Awaited<ReturnType<typeof readDueMails>>[number];
