import { CursorQuery } from '../../contract/common.ts';

import { PrizesAnswer, TrustAnswer } from '../../contract/rewards/trust.ts';
import { routesOf, success, taggedRoutes } from '../http/route-options.ts';
import { publicCache } from '../http/etags.ts';
import { listPrizes } from './list-prizes.ts';
import { readTrust } from './prove-books.ts';

const route = taggedRoutes('Trust');
const MAX_AGE_SECONDS = 30;

export const trustRoutes = routesOf(async (app, deps) => {
  app.get(
    '/trust',
    {
      ...route(
        'public',
        'What was paid in, held and paid out, and when the books were last proved',
        TrustAnswer,
      ),
      onSend: publicCache(MAX_AGE_SECONDS),
    },
    async () => ({ success, data: await readTrust(deps.db) }),
  );

  app.get(
    '/prizes',
    {
      ...route('public', 'Prizes that were paid, newest first', PrizesAnswer, {
        querystring: CursorQuery,
      }),
      onSend: publicCache(MAX_AGE_SECONDS),
    },
    async (request) => listPrizes(deps.db, request.query.cursor),
  );
});
