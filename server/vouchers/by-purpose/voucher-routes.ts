import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

import { FairnessAnswer } from '../../../contract/fairness.ts';
import {
  TopSharersAnswer,
  VoucherAnswer,
  VoucherParams,
  VoucherQuery,
} from '../../../contract/vouchers.ts';
import type { Deps } from '../../deps.ts';
import { listTopSharers } from '../../giveaways/sharing/list-top-sharers.ts';
import { readFairness } from '../../giveaways/fairness/read-fairness.ts';
import { findVoucher } from '../read-voucher.ts';
import { viewVoucher } from './view-voucher.ts';
import { viewerOf } from '../../giveaways/views/viewer-of.ts';

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
            'Counts a view unless skip_tracking is set, and an arrival for the owner of referral_code. A payment voucher is found by its code, too; ten wrong codes in 15 minutes are a 429.',
          tags,
          params: VoucherParams,
          querystring: VoucherQuery,
          response: { 200: VoucherAnswer },
        },
      },
      async (request) => {
        const voucher = await viewVoucher(deps, {
          name: request.params.id,
          callerId: request.caller?.userId,
          viewer: viewerOf(request, deps),
          address: request.ip,
          referralCode: request.query.referral_code,
          skipTracking: request.query.skip_tracking ?? false,
        });
        return { success: true as const, message: 'Voucher', voucher };
      },
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
