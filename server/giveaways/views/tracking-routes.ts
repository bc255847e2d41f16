import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

import {
  TrackedAnswer,
  TrackLinkClickBody,
  ViewsAnswer,
  VoucherParams,
} from '../../../contract/vouchers.ts';
import { dateOf } from '../../clock.ts';
import type { Deps } from '../../deps.ts';
import { readViews } from '../../vouchers/read-views.ts';
import { trackLinkClick } from './track-link-click.ts';
import { reporterOf } from './viewer-of.ts';

const tags = ['Vouchers'];

/** How many views there are, and clicks that devices report. */
export const voucherTrackingRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/vouchers/:id/views',
      {
        config: { access: 'public' },
        schema: {
          summary: 'Views, and what changed with them',
          tags,
          params: VoucherParams,
          response: { 200: ViewsAnswer },
        },
      },
      (request) => readViews(deps.db, request.params.id),
    );

    app.post(
      '/vouchers/track-link-click',
      {
        config: { access: 'optional' },
        schema: {
          summary: "A click on a voucher's link",
          tags,
          body: TrackLinkClickBody,
          response: { 200: TrackedAnswer },
        },
      },
      async (request) => {
        await trackLinkClick(
          deps.db,
          request.body.voucher_id,
          reporterOf(request, deps),
          dateOf(deps.clock),
        );
        return { success: true as const, tracked: 1 };
      },
    );
  };
