import { Type } from 'typebox';

import { Closed, Text } from '../../contract/common.ts';
import { LIST_TOTAL_MAX } from '../../contract/constants.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import {
  BalancesAnswer,
  ReceiptAnswer,
  StatementQuery,
  TransactionsAnswer,
  TransactionsQuery,
} from '../../contract/wallet.ts';
import { dateOf } from '../clock.ts';
import { routesOf, success, taggedRoutes } from '../http/route-options.ts';
import { callerOf } from '../http/access.ts';
import { createRowStreams } from '../http/row-streams.ts';
import { nextCardHoldMs } from '../payments/card-holds.ts';
import { listBalances } from './list-balances.ts';
import { listTransactions } from './list-transactions.ts';
import { readReceipt } from './read-receipt.ts';
import { writeStatement } from './write-statement.ts';

const route = taggedRoutes('Money');
const ReceiptParams = Closed({ id: Text(1, 32) });

const STATEMENT_FILE = {
  summary: 'The statement as a file for spreadsheets',
  description: 'A file that is not sent to its end is broken off. A user gets two at a time (429).',
  querystring: StatementQuery,
  response: { 200: { description: 'CSV', content: { 'text/csv': { schema: Type.String() } } } },
};

export const walletRoutes = routesOf(async (app, deps) => {
  const streams = createRowStreams();

  app.get(
    '/wallet/balances',
    route('user', 'Balances by currency', BalancesAnswer),
    async (request) => {
      const { userId } = callerOf(request);
      const wallets = await listBalances(deps.db, userId, dateOf(deps.clock));
      const cardHoldMs = await nextCardHoldMs(deps.db, userId);
      return { success, data: { wallets, card_hold_hours: cardHoldMs / HOUR_MS } };
    },
  );

  app.get(
    '/transactions',
    route('user', 'The statement, newest first', TransactionsAnswer, {
      description: `A date range applies when both dates are given: whole days where the user lives. \`total_count\` and \`total_pages\` are exact up to ${LIST_TOTAL_MAX} lines. Of more, they say how many there are at least.`,
      querystring: TransactionsQuery,
    }),
    async (request) => listTransactions(deps.db, callerOf(request).userId, request.query),
  );

  app.get('/transactions.csv', route('user', STATEMENT_FILE), async (request, reply) => {
    const { userId } = callerOf(request);
    const { lines } = await streams.open(userId, async () =>
      writeStatement(await deps.database.findReader(deps.db), userId, request.query),
    );
    const today = dateOf(deps.clock).toISOString().slice(0, 10);
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="goodies-statement-${today}.csv"`)
      .send(lines as never);
  });

  app.get(
    '/transactions/:id',
    route(
      'user',
      'The receipt of one transaction, once settled also by its old id',
      ReceiptAnswer,
      { params: ReceiptParams },
    ),
    async (request) => ({
      success,
      data: await readReceipt(deps.db, callerOf(request).userId, request.params.id),
    }),
  );
});
