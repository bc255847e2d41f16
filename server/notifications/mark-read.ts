import { and, eq, inArray, isNull, lte, sql } from 'drizzle-orm';

import type {
  ReadNotificationsAnswer,
  ReadNotificationsBody,
} from '../../contract/notifications/calls.ts';
import { dateOf } from '../clock.ts';
import { notifications } from '../db/schema/notifications.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';
import { countUnread } from './count-unread.ts';

/**
 * Marks a user's notifications as read: those named, or all, of those that were there when the user said so. Said
 * again, or of another user's, it changes nothing. What was read is not mailed any more.
 * @throws AppError `validation_failed` unless either some are named or all are meant.
 */
export async function markRead(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: number,
  { ids, all, up_to: upTo }: ReadNotificationsBody,
): Promise<ReadNotificationsAnswer> {
  if ((ids === undefined) === (all === undefined))
    throw new AppError('validation_failed', { fields: { ids: ['give either ids or all'] } });
  const matchesIds = ids && inArray(notifications.id, ids);
  const isSeen = upTo === undefined ? undefined : lte(notifications.id, upTo);
  // In one order, however they are found, so that two devices do not wait for each other.
  const unread = db
    .select({ id: notifications.id })
    .from(notifications)
    .where(
      and(
        eq(notifications.userId, userId),
        eq(notifications.isListed, true),
        isNull(notifications.readAt),
        matchesIds,
        isSeen,
      ),
    )
    .orderBy(notifications.id)
    .for('update');
  await db
    .update(notifications)
    .set({ readAt: dateOf(clock), mailDueAt: null })
    .where(sql`${notifications.id} = any(array(${unread}))`);
  return { success: true, unread: await countUnread(db, userId) };
}
