import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

import { LIST_TOTAL_MAX } from '../../contract/constants.ts';
import { FeaturedAnswer, VoucherListAnswer, VoucherListQuery } from '../../contract/vouchers.ts';
import type { Deps } from '../deps.ts';
import { callerOf } from '../http/access.ts';
import { AppError } from '../http/app-error.ts';
import { publicCache } from '../http/public-cache.ts';
import { listFeatured, listGiveaways } from './list-giveaways.ts';

const tags = ['Vouchers'];
const FEATURED_MAX_AGE_SECONDS = 30;

/** Giveaways to choose from. */
export const voucherListRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/vouchers',
      {
        // The specification has two messages for a caller without a session, so the guard lets them through.
        config: { access: 'optional' },
        onRequest: async (request) => {
          if (!request.caller)
            throw new AppError(
              request.headers.authorization ? 'vouchers_unauthenticated' : 'vouchers_need_login',
            );
        },
        schema: {
          summary: 'Open public giveaways',
          description: `\`total\` and \`last_page\` are exact up to ${LIST_TOTAL_MAX} giveaways. Of more, they say how many there are at least: \`last_page\` is beyond \`current_page\` as long as there is a next page.`,
          tags,
          querystring: VoucherListQuery,
          response: { 200: VoucherListAnswer },
        },
      },
      async (request) => ({
        success: true as const,
        message: 'Vouchers',
        data: await listGiveaways(deps, request.query, callerOf(request).userId),
      }),
    );

    app.get(
      '/vouchers/featured',
      {
        config: { access: 'public' },
        onSend: publicCache(FEATURED_MAX_AGE_SECONDS),
        schema: { summary: 'Giveaways for visitors', tags, response: { 200: FeaturedAnswer } },
      },
      async () => ({ success: true as const, data: await listFeatured(deps) }),
    );
  };
