import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

import { BalancesAnswer, TransactionsAnswer, TransactionsQuery } from '../../contract/wallet.ts';
import type { Deps } from '../deps.ts';
import { callerOf } from '../http/access.ts';
import { listBalances } from './list-balances.ts';
import { listTransactions } from './list-transactions.ts';

const tags = ['Money'];

/** What a user has and what moved it. */
export const walletRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/wallet/balances',
      {
        config: { access: 'user' },
        schema: { summary: 'Balances by currency', tags, response: { 200: BalancesAnswer } },
      },
      async (request) => ({
        success: true as const,
        data: { wallets: await listBalances(deps.db, callerOf(request).userId) },
      }),
    );

    app.get(
      '/transactions',
      {
        config: { access: 'user' },
        schema: {
          summary: 'The statement, newest first',
          description:
            'A date range applies when both dates are given: whole days where the user lives.',
          tags,
          querystring: TransactionsQuery,
          response: { 200: TransactionsAnswer },
        },
      },
      async (request) => listTransactions(deps.db, callerOf(request).userId, request.query),
    );
  };
