import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

import {
  FairnessAnswer,
  FeaturedAnswer,
  TopSharersAnswer,
  TrackedAnswer,
  TrackLinkClickBody,
  TrackViewsBody,
  ViewsAnswer,
  VoucherAnswer,
  VoucherListAnswer,
  VoucherListQuery,
  VoucherParams,
  VoucherQuery,
} from '../../contract/vouchers.ts';
import { dateOf } from '../clock.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';
import { publicCache } from '../http/public-cache.ts';
import { creditReferral } from './credit-referral.ts';
import { listTopSharers } from './list-top-sharers.ts';
import { listFeatured, listVouchers } from './list-vouchers.ts';
import { readFairness } from './read-fairness.ts';
import { findVoucher, presentDetail } from './read-voucher.ts';
import { readViews } from './read-views.ts';
import { trackLinkClick } from './track-link-click.ts';
import { trackViews } from './track-views.ts';
import { viewerOf } from './viewer-of.ts';

const tags = ['Vouchers'];
const FEATURED_MAX_AGE_SECONDS = 30;

/** Looking at vouchers, and counting who looks. */
export const voucherRoutes =
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
          tags,
          querystring: VoucherListQuery,
          response: { 200: VoucherListAnswer },
        },
      },
      async (request) => ({
        success: true as const,
        message: 'Vouchers',
        data: await listVouchers(deps, request.query),
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

    app.get(
      '/vouchers/:id',
      {
        config: { access: 'optional' },
        schema: {
          summary: 'A voucher',
          description:
            'Counts a view unless skip_tracking is set, and an arrival for the owner of referral_code.',
          tags,
          params: VoucherParams,
          querystring: VoucherQuery,
          response: { 200: VoucherAnswer },
        },
      },
      async (request) => {
        const callerId = request.caller?.userId;
        const found = await findVoucher(deps.db, request.params.id, callerId);
        const { id: voucherId, creatorId, status } = found.voucher;
        const { referral_code: referralCode, skip_tracking: skipTracking = false } = request.query;
        const viewer = viewerOf(request, deps);
        if (referralCode !== undefined && status === 'active') {
          await creditReferral(
            deps.db,
            { voucherId, creatorId, referralCode, viewer },
            dateOf(deps.clock),
          );
        }
        if (!skipTracking) deps.views.add(voucherId, viewer);
        return {
          success: true as const,
          message: 'Voucher',
          voucher: presentDetail(deps, found, callerId),
        };
      },
    );

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

    app.get(
      '/vouchers/:id/top-sharers',
      {
        config: { access: 'optional' },
        schema: {
          summary: 'Who brought the most viewers',
          tags,
          params: VoucherParams,
          response: { 200: TopSharersAnswer },
        },
      },
      async (request) => {
        const { voucher } = await findVoucher(deps.db, request.params.id, request.caller?.userId);
        return { success: true as const, sharers: await listTopSharers(deps.db, voucher.id) };
      },
    );

    app.get(
      '/vouchers/:id/fairness',
      {
        config: { access: 'optional' },
        schema: {
          summary: "What checks the code's commitment",
          tags,
          params: VoucherParams,
          response: { 200: FairnessAnswer },
        },
      },
      (request) => readFairness(deps, request.params.id, request.caller?.userId),
    );

    app.post(
      '/vouchers/track-views',
      {
        config: { access: 'optional' },
        schema: {
          summary: 'Views that a device has kept',
          description: 'Answered once they are stored.',
          tags,
          body: TrackViewsBody,
          response: { 200: TrackedAnswer },
        },
      },
      async (request) => ({
        success: true as const,
        tracked: await trackViews(deps, request.body.voucher_ids, viewerOf(request, deps)),
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
          viewerOf(request, deps),
          dateOf(deps.clock),
        );
        return { success: true as const, tracked: 1 };
      },
    );
  };
