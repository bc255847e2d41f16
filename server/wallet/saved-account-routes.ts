import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

import { HOUR_MS } from '../../contract/durations.ts';
import {
  ForgetAccountAnswer,
  ForgetAccountBody,
  SavedAccountsAnswer,
} from '../../contract/withdrawals.ts';
import type { Deps } from '../deps.ts';
import { callerOf } from '../http/access.ts';
import { countHit } from '../http/rate-limit.ts';
import { forgetAccount, listSavedAccounts } from '../disbursements/saved-accounts.ts';

/** Far above what a person needs. */
const FORGET_LIMIT = { hits: 30, windowMs: HOUR_MS };

const tags = ['Money'];

/** The accounts and phones that a caller's money went to before. */
export const savedAccountRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/wallet/accounts',
      {
        config: { access: 'user' },
        schema: {
          summary: 'Accounts and phones withdrawn to before',
          description: 'The latest first; of each number only the last digits.',
          tags,
          response: { 200: SavedAccountsAnswer },
        },
      },
      async (request) => {
        const { userId } = callerOf(request);
        return { success: true as const, data: await listSavedAccounts(deps, userId) };
      },
    );

    app.delete(
      '/wallet/accounts',
      {
        config: { access: 'user' },
        schema: {
          summary: 'Forget an account that was withdrawn to',
          description:
            'What is on its way there goes on; the next withdrawal to it saves it again.',
          tags,
          body: ForgetAccountBody,
          response: { 200: ForgetAccountAnswer },
        },
      },
      async (request) => {
        const { userId } = callerOf(request);
        await countHit(deps.db, `forget-account:${userId}`, FORGET_LIMIT, deps.clock.now());
        await forgetAccount(deps.db, userId, request.body.id);
        return { success: true as const };
      },
    );
  };
