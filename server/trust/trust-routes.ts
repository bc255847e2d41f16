import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { CursorQuery } from '../../contract/common.ts';

import { PrizesAnswer, TrustAnswer } from '../../contract/rewards/trust.ts';
import type { Deps } from '../deps.ts';
import { success, taggedRoutes } from '../http/route-options.ts';
import { publicCache } from '../http/etags.ts';
import { listPrizes } from './list-prizes.ts';
import { readTrust } from './prove-books.ts';

const route = taggedRoutes('Trust');
const MAX_AGE_SECONDS = 30;

export const trustRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/trust',
      {
        ...route('public', {
          summary: 'What was paid in, held and paid out, and when the books were last proved',
          response: { 200: TrustAnswer },
        }),
        onSend: publicCache(MAX_AGE_SECONDS),
      },
      async () => ({ success, data: await readTrust(deps.db) }),
    );

    app.get(
      '/prizes',
      {
        ...route('public', {
          summary: 'Prizes that were paid, newest first',
          querystring: CursorQuery,
          response: { 200: PrizesAnswer },
        }),
        onSend: publicCache(MAX_AGE_SECONDS),
      },
      async (request) => listPrizes(deps.db, request.query.cursor),
    );
  };
