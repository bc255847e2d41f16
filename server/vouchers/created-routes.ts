import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

import { CreatedAnswer, CreatedQuery } from '../../contract/payment-vouchers.ts';
import type { Deps } from '../deps.ts';
import { callerOf } from '../http/access.ts';
import { listCreated } from './list-created.ts';

const tags = ['Vouchers'];

/** One's own vouchers. */
export const createdVoucherRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/vouchers/created',
      {
        config: { access: 'user' },
        schema: {
          summary: "One's own vouchers, newest first",
          tags,
          querystring: CreatedQuery,
          response: { 200: CreatedAnswer },
        },
      },
      (request) => listCreated(deps, callerOf(request).userId, request.query),
    );
  };
