import { and, desc, eq, lt } from 'drizzle-orm';
import { Compile } from 'typebox/compile';

import { NOTICE_PAGE_SIZE } from '../../contract/constants.ts';
import {
  NotificationSchema,
  type Notification,
  type NotificationsAnswer,
  type NotificationsQuery,
} from '../../contract/notifications/calls.ts';
import { notifications } from '../db/schema/notifications.ts';
import type { Deps } from '../deps.ts';
import { countUnread } from './count-unread.ts';
import { openNotice } from './release-notice.ts';

const notification = Compile(NotificationSchema);

/**
 * A page of what a user was told, newest first, and how much of all of it is unread. What this node cannot read, as of a
 * kind that it does not know, is left out.
 */
export async function listNotifications(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets' | 'log'>,
  userId: number,
  { before, per_page: perPage = NOTICE_PAGE_SIZE }: NotificationsQuery,
): Promise<NotificationsAnswer> {
  const rows = await deps.db
    .select()
    .from(notifications)
    .where(
      and(
        eq(notifications.userId, userId),
        eq(notifications.isListed, true),
        before === undefined ? undefined : lt(notifications.id, before),
      ),
    )
    .orderBy(desc(notifications.id))
    .limit(perPage + 1);
  const page = rows.slice(0, perPage).map((row) => present(deps, row));
  const isReadable = (one: Notification): boolean => {
    const { id, kind } = one;
    const fits = notification.Check(one);
    if (!fits) deps.log.error({ notice: id, kind }, 'a notification is left out');
    return fits;
  };
  return {
    success: true,
    data: page.filter(isReadable),
    has_more: rows.length > perPage,
    unread: await countUnread(deps.db, userId),
  };
}

function present(
  deps: Pick<Deps, 'clock' | 'secrets'>,
  row: typeof notifications.$inferSelect,
): Notification {
  return {
    id: row.id,
    kind: row.kind,
    data: openNotice(deps, row),
    created_at: row.createdAt.toISOString(),
    read_at: row.readAt?.toISOString() ?? null,
  };
}
