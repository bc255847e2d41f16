import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

import { PointsAnswer, UserAnswer, UserQuery } from '../../contract/accounts.ts';
import { MessageAnswer } from '../../contract/common.ts';
import { ACCOUNT_MESSAGES } from '../../contract/accounts/account-messages.ts';
import { dateOf } from '../clock.ts';
import type { Deps } from '../deps.ts';
import { callerOf } from '../http/access.ts';
import { countUnread } from '../notifications/notifications.ts';
import { getUser } from './find-user.ts';
import { logOut } from './log-out.ts';
import { subscriptionOf } from './premium/subscription.ts';
import { presentUser } from './present-user.ts';

const tags = ['Accounts'];
const success = true as const;

/** What concerns the signed-in user. */
export const userRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/logout',
      {
        config: { access: 'user' },
        schema: { summary: 'End this session', tags, response: { 200: MessageAnswer } },
      },
      async (request) => {
        await logOut(deps, callerOf(request).sessionId);
        return { success, message: ACCOUNT_MESSAGES.loggedOut };
      },
    );

    app.get(
      '/user',
      {
        config: { access: 'user' },
        schema: {
          summary: 'The signed-in user',
          tags,
          querystring: UserQuery,
          response: { 200: UserAnswer },
        },
      },
      async (request) => {
        const { userId } = callerOf(request);
        const now = dateOf(deps.clock);
        const row = await getUser(deps.db, userId);
        const unread = await countUnread(deps.db, userId);
        const data = { ...presentUser(row, now), unread_notifications: unread };
        return { success, data, subscription: subscriptionOf(row, now) };
      },
    );

    app.get(
      '/points',
      {
        config: { access: 'user' },
        schema: { summary: 'Coins of the signed-in user', tags, response: { 200: PointsAnswer } },
      },
      async (request) => {
        const { points } = await getUser(deps.db, callerOf(request).userId);
        return { success, points };
      },
    );
  };
