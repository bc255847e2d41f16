import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

import { PrizesAnswer, PrizesQuery, TrustAnswer } from '../../contract/rewards/trust.ts';
import type { Deps } from '../deps.ts';
import { publicCache } from '../http/public-cache.ts';
import { listPrizes } from './list-prizes.ts';
import { readTrust } from './prove-books.ts';

const tags = ['Trust'];
const config = { access: 'public' } as const;
const MAX_AGE_SECONDS = 30;

export const trustRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/trust',
      {
        config,
        onSend: publicCache(MAX_AGE_SECONDS),
        schema: {
          summary: 'What was paid in, held and paid out, and when the books were last proved',
          tags,
          response: { 200: TrustAnswer },
        },
      },
      async () => ({ success: true as const, data: await readTrust(deps.db) }),
    );

    app.get(
      '/prizes',
      {
        config,
        onSend: publicCache(MAX_AGE_SECONDS),
        schema: {
          summary: 'Prizes that were paid, newest first',
          tags,
          querystring: PrizesQuery,
          response: { 200: PrizesAnswer },
        },
      },
      async (request) => listPrizes(deps.db, request.query.cursor),
    );
  };
