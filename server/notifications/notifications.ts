import { and, desc, eq, inArray, isNull, lt, lte, sql } from 'drizzle-orm';
import { Compile } from 'typebox/compile';

import { UNREAD_MAX } from '../../contract/constants.ts';
import {
  NotificationsAnswer,
  NotificationSchema,
  NotificationsQuery,
  ReadNotificationsAnswer,
  ReadNotificationsBody,
  PreferencesAnswer,
  PreferencesSchema,
} from '../../contract/notifications/calls.ts';
import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { queryRows } from '../db/query-rows.ts';
import {
  notificationPreferences,
  notifications,
  pushTokens,
  voucherFollows,
} from '../db/schema/notifications.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';
import { decryptNotificationData } from './store-notifications.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import { callerOf } from '../http/access.ts';
import { countHit } from '../http/rate-limit.ts';
import { readPreferences, savePreferences } from './preferences.ts';
import { routesOf, success, taggedRoutes } from '../http/route-options.ts';

const NOTICE_PAGE_SIZE = 30;

const notification = Compile(NotificationSchema);

/** Kinds that this version does not know are left out. */
async function listNotifications(
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
  const data = rows
    .slice(0, perPage)
    .map((row) => ({
      id: row.id,
      kind: row.kind,
      data: decryptNotificationData(deps, row),
      created_at: row.createdAt.toISOString(),
      read_at: row.readAt?.toISOString() ?? null,
    }))
    .filter((one) => {
      const { id, kind } = one;
      const fits = notification.Check(one);
      if (!fits) deps.log.error({ notice: id, kind }, 'a notification is left out');
      return fits;
    });
  return {
    success: true,
    data,
    has_more: rows.length > perPage,
    unread: await countUnread(deps.db, userId),
  };
}

/** Marks those named, or all up to a moment, which are not mailed any more. */
export async function markRead(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: number,
  { ids, all, up_to: upTo }: ReadNotificationsBody,
): Promise<ReadNotificationsAnswer> {
  if ((ids === undefined) === (all === undefined))
    throw new AppError('validation_failed', { fields: { ids: ['give either ids or all'] } });
  const matchesIds = ids && inArray(notifications.id, ids);
  const isSeen = upTo === undefined ? undefined : lte(notifications.id, upTo);
  // In one order, so that two devices do not deadlock.
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

/** For the badge; counts no further than it can show. */
export async function countUnread(db: Db, userId: number): Promise<number> {
  const [row] = await queryRows<{ unread: number }>(db)`select count(*)::int as unread from (
      select 1 from notifications where user_id = ${userId} and is_listed and read_at is null
      limit ${UNREAD_MAX + 1}) listed`;
  return row?.unread ?? 0;
}

export async function forgetUser(tx: Db, userId: number): Promise<void> {
  for (const table of [pushTokens, notifications, voucherFollows, notificationPreferences])
    await tx.delete(table).where(eq(table.userId, userId));
}

const PREFERENCES_LIMIT = { hits: 300, windowMs: HOUR_MS };

const route = taggedRoutes('Notifications');

export const notificationRoutes = routesOf(async (app, deps) => {
  app.get(
    '/notifications',
    route('user', "One's own notifications, newest first", NotificationsAnswer, {
      description: 'The next page begins before the last id. They are kept for 90 days.',
      querystring: NotificationsQuery,
    }),
    (request) => listNotifications(deps, callerOf(request).userId, request.query),
  );

  app.post(
    '/notifications/read',
    route('user', 'Mark notifications as read', ReadNotificationsAnswer, {
      description: 'Those that are named, or all, with `up_to` only those up to that id.',
      body: ReadNotificationsBody,
    }),
    (request) => markRead(deps, callerOf(request).userId, request.body),
  );

  app.get(
    '/notifications/preferences',
    route('user', 'Which notifications go where, and quiet hours', PreferencesAnswer),
    async (request) => {
      const data = await readPreferences(deps.db, callerOf(request).userId);
      return { success, data };
    },
  );

  app.put(
    '/notifications/preferences',
    route('user', 'Choose which notifications go where, and quiet hours', PreferencesAnswer, {
      description:
        'A kind that is left out stays as it was. The mail of a release code stays, whatever is chosen.',
      body: PreferencesSchema,
    }),
    async (request) => {
      const { userId } = callerOf(request);
      const nowMs = deps.clock.now();
      await countHit(deps.db, `notification-preferences:${userId}`, PREFERENCES_LIMIT, nowMs);
      return { success, data: await savePreferences(deps, userId, request.body) };
    },
  );
});
