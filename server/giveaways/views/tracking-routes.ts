import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

import {
  TrackedAnswer,
  TrackLinkClickBody,
  TrackViewsBody,
  ViewsAnswer,
  VoucherParams,
} from '../../../contract/vouchers.ts';
import { dateOf } from '../../clock.ts';
import type { Deps } from '../../deps.ts';
import { readViews } from '../../vouchers/read-views.ts';
import { trackLinkClick } from './track-link-click.ts';
import { createTrackViews } from './track-views.ts';
import { reporterOf } from './viewer-of.ts';

const tags = ['Vouchers'];

/** Views and clicks: what devices report, and how many there are. */
export const voucherTrackingRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    const trackViews = createTrackViews(deps);
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
      '/vouchers/track-views',
      {
        config: { access: 'optional', batched: true },
        // Its answer is a few bytes.
        compress: false,
        schema: {
          summary: 'Views that a device has stored',
          description:
            'Answered once they are stored. They count from a verified account or a proven device; a 428 `work_required` asks for another `X-Device-Token`.',
          tags,
          body: TrackViewsBody,
          response: { 200: TrackedAnswer },
        },
      },
      async (request) => ({
        success: true as const,
        tracked: await trackViews(request.body.voucher_ids, reporterOf(request, deps)),
      }),
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
