import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

import {
  DashboardAnswer,
  OwnGuessesAnswer,
  OwnGuessesQuery,
} from '../../contract/rewards/rewards.ts';
import type { Deps } from '../deps.ts';
import { listOwnGuesses } from '../giveaways/guess/list-own-guesses.ts';
import { signReceipts } from '../giveaways/receipts/sign-receipts.ts';
import { callerOf } from '../http/access.ts';
import { readDashboard } from './read-dashboard.ts';

const tags = ['Rewards'];
const config = { access: 'user' } as const;

/** What a user has done, has, and can expect. */
export const dashboardRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/guesses',
      {
        config,
        schema: {
          summary:
            "The caller's guesses and lottery entries with their signed receipts, newest first",
          tags,
          querystring: OwnGuessesQuery,
          response: { 200: OwnGuessesAnswer },
        },
      },
      async (request) => {
        const { userId } = callerOf(request);
        const { data, nextCursor } = await listOwnGuesses(deps, userId, request.query);
        const signed = await signReceipts(deps, data);
        return { success: true as const, data: signed, next_cursor: nextCursor };
      },
    );

    app.get(
      '/dashboard',
      {
        config,
        schema: {
          summary: 'What the caller has, has done and can expect',
          tags,
          response: { 200: DashboardAnswer },
        },
      },
      async (request) => ({
        success: true as const,
        data: await readDashboard(deps, callerOf(request).userId),
      }),
    );
  };
