import { and, eq, isNull, notInArray } from 'drizzle-orm';

import { SECURITY_KINDS } from '../../contract/notifications/kinds.ts';
import type { Db } from '../db/database.ts';
import { notifications } from '../db/schema/notifications.ts';

/**
 * Has the mail of a notification written anew, unless its user does not want it. A matter of security is mailed once,
 * by its own use case, and an announcement never.
 * @returns false for one that is not there, has no mail, or whose mail is due already
 */
export async function mailAgain(tx: Db, noticeId: number, now: Date): Promise<boolean> {
  const due = await tx
    .update(notifications)
    .set({ mailDueAt: now })
    .where(
      and(
        eq(notifications.id, noticeId),
        isNull(notifications.mailDueAt),
        notInArray(notifications.kind, [...SECURITY_KINDS, 'announcement']),
      ),
    )
    .returning({ id: notifications.id });
  return due.length > 0;
}
