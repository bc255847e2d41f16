import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

import { HOUR_MS } from '../../contract/durations.ts';
import {
  NotificationsAnswer,
  NotificationsQuery,
  PreferencesAnswer,
  PreferencesSchema,
  ReadNotificationsAnswer,
  ReadNotificationsBody,
} from '../../contract/notifications/calls.ts';
import type { Deps } from '../deps.ts';
import { callerOf } from '../http/access.ts';
import { countHit } from '../http/rate-limit.ts';
import { listNotifications, markRead } from './notifications.ts';
import { readPreferences, savePreferences } from './preferences.ts';

const PREFERENCES_LIMIT = { hits: 300, windowMs: HOUR_MS };

const tags = ['Notifications'];
const config = { access: 'user' as const };
const success = true as const;

export const notificationRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/notifications',
      {
        config,
        schema: {
          summary: "One's own notifications, newest first",
          description: 'The next page begins before the last id. They are kept for 90 days.',
          tags,
          querystring: NotificationsQuery,
          response: { 200: NotificationsAnswer },
        },
      },
      (request) => listNotifications(deps, callerOf(request).userId, request.query),
    );

    app.post(
      '/notifications/read',
      {
        config,
        schema: {
          summary: 'Mark notifications as read',
          description: 'Those that are named, or all, with `up_to` only those up to that id.',
          tags,
          body: ReadNotificationsBody,
          response: { 200: ReadNotificationsAnswer },
        },
      },
      (request) => markRead(deps, callerOf(request).userId, request.body),
    );

    app.get(
      '/notifications/preferences',
      {
        config,
        schema: {
          summary: 'Which notifications go where, and quiet hours',
          tags,
          response: { 200: PreferencesAnswer },
        },
      },
      async (request) => {
        const data = await readPreferences(deps.db, callerOf(request).userId);
        return { success, data };
      },
    );

    app.put(
      '/notifications/preferences',
      {
        config,
        schema: {
          summary: 'Choose which notifications go where, and quiet hours',
          description:
            'A kind that is left out stays as it was. The mail of a release code stays, whatever is chosen.',
          tags,
          body: PreferencesSchema,
          response: { 200: PreferencesAnswer },
        },
      },
      async (request) => {
        const { userId } = callerOf(request);
        const nowMs = deps.clock.now();
        await countHit(deps.db, `notification-preferences:${userId}`, PREFERENCES_LIMIT, nowMs);
        return { success, data: await savePreferences(deps, userId, request.body) };
      },
    );
  };
