import type { Db } from '../db/database.ts';
import { notificationEvents, notifications } from '../db/schema/notifications.ts';

/** What Goodies itself tells. */
export interface Announcement {
  /** Names it, so that nobody is told twice. */
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
  const added = await tx
    .insert(notifications)
    .values({
      userId,
      kind: 'announcement',
      eventKey,
      data: { text },
      // Nobody chooses where this goes.
      isListed: true,
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: notifications.id });
  return added.length > 0;
}
