import type { Db } from '../db/database.ts';
import { notificationEvents } from '../db/schema/notifications.ts';
import { storeNotices } from './store-notices.ts';

export interface Announcement {
  readonly eventKey: string;
  readonly text: string;
}

/** A job notifies all users later. @returns false when it was announced before */
export async function announceToAll(
  tx: Db,
  { eventKey, text }: Announcement,
  now: Date,
): Promise<boolean> {
  const added = await tx
    .insert(notificationEvents)
    .values({ kind: 'announcement', eventKey, text, createdAt: now })
    .onConflictDoNothing({ target: notificationEvents.eventKey })
    .returning({ id: notificationEvents.id });
  return added.length > 0;
}

/** @returns false when they were notified before */
export async function announceTo(
  tx: Db,
  userId: number,
  { eventKey, text }: Announcement,
  now: Date,
): Promise<boolean> {
  const stored = await storeNotices(
    tx,
    [{ userId, kind: 'announcement', eventKey, data: { text } }],
    now,
  );
  return stored > 0;
}
