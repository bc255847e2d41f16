import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

import { TrackedAnswer, TrackViewsBody } from '../../../contract/vouchers.ts';
import type { Deps } from '../../deps.ts';
import { createTrackViews } from './track-views.ts';
import { reporterOf } from './viewer-of.ts';

/** Views that devices report: the call of which most come. */
export const trackViewsRoute =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    const trackViews = createTrackViews(deps);
    app.post(
      '/vouchers/track-views',
      {
        config: { access: 'optional', batched: true },
        schema: {
          summary: 'Views that a device has stored',
          description:
            'Answered once they are stored. They count from a verified account or a proven device; a 428 `work_required` asks for another `X-Device-Token`.',
          tags: ['Vouchers'],
          body: TrackViewsBody,
          response: { 200: TrackedAnswer },
        },
      },
      async (request) => ({
        success: true as const,
        tracked: await trackViews({
          ulids: request.body.voucher_ids,
          viewer: reporterOf(request, deps),
        }),
      }),
    );
  };
