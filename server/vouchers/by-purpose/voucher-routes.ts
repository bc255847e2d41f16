import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

import { VoucherAnswer, VoucherParams, VoucherQuery } from '../../../contract/vouchers.ts';
import type { Deps } from '../../deps.ts';
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
  };
