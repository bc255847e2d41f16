import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';

import { VoucherParams } from '../../../contract/vouchers.ts';
import type { Deps } from '../../deps.ts';
import { callerOf } from '../../http/access.ts';
import { createRowStreams } from '../../http/row-streams.ts';
import { AnalyticsAnswer } from '../../../contract/analytics.ts';
import { readAnalytics } from './read-analytics.ts';
import { writeGuesses } from './write-guesses.ts';

const tags = ['Vouchers'];

/** What came of a giveaway, for its creator. */
export const analyticsRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    const streams = createRowStreams();

    app.get(
      '/vouchers/analytics/:id',
      {
        config: { access: 'user' },
        schema: {
          summary: 'What came of a giveaway, for its creator',
          tags,
          params: VoucherParams,
          response: { 200: AnalyticsAnswer },
        },
      },
      async (request) => ({
        success: true as const,
        message: 'Analytics',
        data: await readAnalytics(deps, request.params.id, callerOf(request).userId),
      }),
    );

    app.get(
      '/vouchers/analytics/:id.csv',
      {
        config: { access: 'user' },
        schema: {
          summary: 'The guesses on a giveaway as a file for spreadsheets',
          tags,
          params: VoucherParams,
          response: {
            200: { description: 'CSV', content: { 'text/csv': { schema: Type.String() } } },
          },
        },
      },
      async (request, reply) => {
        const { userId } = callerOf(request);
        const { ulid, lines } = await streams.open(userId, () =>
          writeGuesses(deps, request.params.id, userId),
        );
        return reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', `attachment; filename="goodies-guesses-${ulid}.csv"`)
          .send(lines as never);
      },
    );
  };
