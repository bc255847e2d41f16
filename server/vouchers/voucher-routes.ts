import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

import {
  FairnessAnswer,
  TopSharersAnswer,
  ViewsAnswer,
  VoucherAnswer,
  VoucherParams,
  VoucherQuery,
} from '../../contract/vouchers.ts';
import { dateOf } from '../clock.ts';
import type { Deps } from '../deps.ts';
import { creditReferral } from './credit-referral.ts';
import { listTopSharers } from './list-top-sharers.ts';
import { readFairness } from './read-fairness.ts';
import { findVoucher, presentDetail } from './read-voucher.ts';
import { readViews } from './read-views.ts';
import { viewerOf } from './viewer-of.ts';

const tags = ['Vouchers'];

/** One voucher, for whoever has its link. */
export const voucherRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
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
  };
