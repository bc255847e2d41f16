import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

import { LoginAnswer, LoginBody, SubscriptionAnswer, UserSchema } from '../../contract/accounts.ts';
import { dateOf } from '../clock.ts';
import type { Deps } from '../deps.ts';
import { callerOf } from '../http/access.ts';
import { fieldError } from '../http/app-error.ts';
import { getUser } from './find-user.ts';
import { logIn } from './log-in/log-in.ts';
import { presentUser } from './present-user.ts';
import { originOf } from './request-origin.ts';
import { subscriptionOf } from './premium/subscription.ts';

const tags = ['Accounts'];

/** The account calls whose paths stand outside /api/v1. */
export const accountLiteralRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/login',
      {
        config: { access: 'public' },
        schema: { summary: 'Sign in', tags, body: LoginBody, response: { 200: LoginAnswer } },
      },
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
        return { success: true as const, ...signedIn };
      },
    );

    app.get(
      '/user',
      {
        config: { access: 'user' },
        schema: { summary: 'The signed-in user', tags, response: { 200: UserSchema } },
      },
      async (request) =>
        presentUser(await getUser(deps.db, callerOf(request).userId), dateOf(deps.clock)),
    );

    app.get(
      '/subscription/status',
      {
        config: { access: 'user' },
        schema: { summary: 'Premium or not', tags, response: { 200: SubscriptionAnswer } },
      },
      async (request) => {
        const user = await getUser(deps.db, callerOf(request).userId);
        return { success: true as const, subscription: subscriptionOf(user, dateOf(deps.clock)) };
      },
    );
  };
