import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

import { MessageAnswer } from '../../../contract/common.ts';
import { HOUR_MS } from '../../../contract/durations.ts';

import { PushConfigAnswer, PushTokenBody } from '../../../contract/notifications/calls.ts';
import { PUSH_MESSAGES } from '../../../contract/notifications/push-messages.ts';
import type { Deps } from '../../deps.ts';
import { callerOf } from '../../http/access.ts';
import { AppError } from '../../http/app-error.ts';
import { countHit } from '../../http/rate-limit.ts';
import { forgetPushToken, savePushToken } from './save-push-token.ts';

const TOKEN_LIMIT = { hits: 60, windowMs: HOUR_MS };

const tags = ['Notifications'];
const config = { access: 'user' as const };
const success = true as const;

export const pushRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    const count = (userId: number): Promise<void> =>
      countHit(deps.db, `push-token:${userId}`, TOKEN_LIMIT, deps.clock.now());

    app.get(
      '/fcm/config',
      {
        config,
        schema: {
          summary: 'How a device gets a token for push messages',
          description: "Null where nothing can be pushed. Firebase's settings are public.",
          tags,
          response: { 200: PushConfigAnswer },
        },
      },
      async () => ({ success, data: configOf(deps) }),
    );

    app.post(
      '/fcm/token',
      {
        config,
        schema: {
          summary: 'Get push messages on this device',
          description: 'The token becomes the caller’s alone, until the session ends.',
          tags,
          body: PushTokenBody,
          response: { 200: MessageAnswer },
        },
      },
      async (request) => {
        const { userId, sessionId } = callerOf(request);
        await count(userId);
        if (!deps.push) throw new AppError('notifications_setup_failed');
        await savePushToken(deps, { userId, sessionId }, request.body);
        return { success, message: PUSH_MESSAGES.tokenSaved };
      },
    );

    app.delete(
      '/fcm/token',
      {
        config,
        schema: {
          summary: 'Get push messages on this device no longer',
          tags,
          response: { 200: MessageAnswer },
        },
      },
      async (request) => {
        const { userId, sessionId } = callerOf(request);
        await count(userId);
        await forgetPushToken(deps.db, sessionId);
        return { success, message: PUSH_MESSAGES.tokenDeleted };
      },
    );
  };

function configOf({ push, config: { fcm } }: Deps): PushConfigAnswer['data'] {
  if (!push) return null;
  if (!fcm) return { kind: 'sandbox' };
  const { apiKey, appId, senderId, vapidKey } = fcm.web;
  return {
    kind: 'fcm',
    web: {
      api_key: apiKey,
      project_id: fcm.projectId,
      app_id: appId,
      sender_id: senderId,
      vapid_key: vapidKey,
    },
  };
}
