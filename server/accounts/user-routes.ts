import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

import {
  PointsAnswer,
  UserAnswer,
  UserQuery,
  LoginAnswer,
  LoginBody,
  SubscriptionAnswer,
  UserSchema,
  LimitsAnswer,
  LimitsSchema,
  SessionParams,
  SessionsAnswer,
} from '../../contract/accounts.ts';
import { MessageAnswer } from '../../contract/common.ts';
import { ACCOUNT_MESSAGES } from '../../contract/accounts/account-messages.ts';
import { dateOf } from '../clock.ts';
import type { Deps } from '../deps.ts';
import { taggedRoutes } from '../http/route-options.ts';
import { callerOf } from '../http/access.ts';
import { countUnread } from '../notifications/notifications.ts';
import { getUser, presentUser } from './users.ts';
import { logOut, originOf, listSessions, revokeSession } from './sessions.ts';
import { subscriptionOf } from './premium.ts';
import { fieldError } from '../http/app-error.ts';
import { logIn } from './sign-in.ts';
import { readLimits, setLimits } from './play-limits.ts';

const route = taggedRoutes('Accounts');
const success = true as const;

export const userRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/logout',
      route('user', { summary: 'End this session', response: { 200: MessageAnswer } }),
      async (request) => {
        await logOut(deps, callerOf(request).sessionId);
        return { success, message: ACCOUNT_MESSAGES.loggedOut };
      },
    );

    app.get(
      '/user',
      route('user', {
        summary: 'The signed-in user',
        querystring: UserQuery,
        response: { 200: UserAnswer },
      }),
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
      route('user', { summary: 'Coins of the signed-in user', response: { 200: PointsAnswer } }),
      async (request) => {
        const { points } = await getUser(deps.db, callerOf(request).userId);
        return { success, points };
      },
    );
  };

export const accountLiteralRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/login',
      route('public', { summary: 'Sign in', body: LoginBody, response: { 200: LoginAnswer } }),
      async (request) => {
        const {
          email,
          username,
          password,
          remember = false,
          link_token: linkToken,
          work,
        } = request.body;
        const login = email ?? username;
        if (login === undefined) throw fieldError('email', 'is required');
        const credentials = { login, password, remember, linkToken, work };
        const signedIn = await logIn(deps, { ...credentials, ...originOf(request) });
        request.log.info({ reqId: request.id, user: signedIn.user.id }, 'signed in');
        return { success, ...signedIn };
      },
    );

    app.get(
      '/user',
      route('user', { summary: 'The signed-in user', response: { 200: UserSchema } }),
      async (request) =>
        presentUser(await getUser(deps.db, callerOf(request).userId), dateOf(deps.clock)),
    );

    app.get(
      '/subscription/status',
      route('user', { summary: 'Premium or not', response: { 200: SubscriptionAnswer } }),
      async (request) => {
        const user = await getUser(deps.db, callerOf(request).userId);
        return { success, subscription: subscriptionOf(user, dateOf(deps.clock)) };
      },
    );
  };

export const sessionRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/user/sessions',
      route('user', { summary: 'Signed-in devices', response: { 200: SessionsAnswer } }),
      async (request) => ({ success, data: await listSessions(deps, callerOf(request)) }),
    );

    app.delete(
      '/user/sessions/:id',
      route('user', {
        summary: 'Sign a device out',
        params: SessionParams,
        response: { 200: MessageAnswer },
      }),
      async (request) => {
        await revokeSession(deps, callerOf(request), Number(request.params.id));
        return { success, message: ACCOUNT_MESSAGES.sessionRevoked };
      },
    );

    app.get(
      '/user/limits',
      route('user', { summary: 'The user’s own play limits', response: { 200: LimitsAnswer } }),
      async (request) => ({ success, data: await readLimits(deps, callerOf(request).userId) }),
    );

    app.put(
      '/user/limits',
      route('user', {
        summary: 'Set the user’s own play limits',
        description: 'A break that runs is only ever made longer.',
        body: LimitsSchema,
        response: { 200: LimitsAnswer },
      }),
      async (request) => ({
        success,
        data: await setLimits(deps, callerOf(request).userId, request.body),
      }),
    );
  };
