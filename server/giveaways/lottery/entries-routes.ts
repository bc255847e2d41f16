import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { GuessesQuery, GuessesAnswer } from '../../../contract/analytics.ts';
import { VoucherParams } from '../../../contract/vouchers.ts';
import type { Deps } from '../../deps.ts';
import { listEntries } from './list-entries.ts';

const tags = ['Vouchers'];

/** The entries of a lottery. */
export const entriesRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/vouchers/:id/guesses',
      {
        config: { access: 'optional' },
        schema: {
          summary: 'The entries of a lottery, newest first',
          description: 'Hidden digits of their codes are hidden until the draw.',
          tags,
          params: VoucherParams,
          querystring: GuessesQuery,
          response: { 200: GuessesAnswer },
        },
      },
      (request) => listEntries(deps, request.params.id, request.caller?.userId, request.query),
    );
  };
