import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

import {
  LimitsAnswer,
  LimitsSchema,
  SessionParams,
  SessionsAnswer,
} from '../../../contract/accounts.ts';
import { MessageAnswer } from '../../../contract/common.ts';
import { ACCOUNT_MESSAGES } from '../../../contract/accounts/account-messages.ts';
import type { Deps } from '../../deps.ts';
import { callerOf } from '../../http/access.ts';
import { readLimits, setLimits } from './limits.ts';
import { listSessions, revokeSession } from './sessions.ts';

const tags = ['Accounts'];
const success = true as const;
const access = { config: { access: 'user' } } as const;

/** Where a user is signed in, and how much they let themself play. */
export const sessionRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/user/sessions',
      {
        ...access,
        schema: { summary: 'Signed-in devices', tags, response: { 200: SessionsAnswer } },
      },
      async (request) => ({ success, data: await listSessions(deps, callerOf(request)) }),
    );

    app.delete(
      '/user/sessions/:id',
      {
        ...access,
        schema: {
          summary: 'Sign a device out',
          tags,
          params: SessionParams,
          response: { 200: MessageAnswer },
        },
      },
      async (request) => {
        await revokeSession(deps, callerOf(request), Number(request.params.id));
        return { success, message: ACCOUNT_MESSAGES.sessionRevoked };
      },
    );

    app.get(
      '/user/limits',
      {
        ...access,
        schema: { summary: 'The user’s own play limits', tags, response: { 200: LimitsAnswer } },
      },
      async (request) => ({ success, data: await readLimits(deps, callerOf(request).userId) }),
    );

    app.put(
      '/user/limits',
      {
        ...access,
        schema: {
          summary: 'Set the user’s own play limits',
          description: 'A break that runs is only ever made longer.',
          tags,
          body: LimitsSchema,
          response: { 200: LimitsAnswer },
        },
      },
      async (request) => ({
        success,
        data: await setLimits(deps, callerOf(request).userId, request.body),
      }),
    );
  };
