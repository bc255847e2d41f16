import type { Db } from '../db/database.ts';
import { notificationEvents } from '../db/schema/notifications.ts';
import { storeNotices } from './store-notices.ts';

/** What Goodies itself tells. */
export interface Announcement {
  /** Names it, so that no user is told twice. */
  readonly eventKey: string;
  readonly text: string;
}

/**
 * Notes something that every user is to be told, in the transaction in which it is decided; a job tells them.
 * @returns false when it was announced before
 */
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

/** Tells one user. @returns false when they were told before */
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
