import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

import { CancelAnswer } from '../../../contract/payment-vouchers.ts';
import {
  SharedVoucherParams,
  VoucherAnswer,
  VoucherParams,
  VoucherQuery,
} from '../../../contract/vouchers.ts';
import type { Deps } from '../../deps.ts';
import { viewVoucher } from './view-voucher.ts';
import { deviceIdOf } from '../../abuse/device-token.ts';
import { viewerOf } from '../../giveaways/views/viewer-of.ts';
import { callerOf } from '../../http/access.ts';
import { requestKeyOf } from '../../http/idempotency.ts';
import { cancelVoucher } from './end-voucher.ts';

const tags = ['Vouchers'];

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
            'Counts a view unless skip_tracking is set, and an arrival for the owner of referral_code, both from a verified account or a proven device only. An arrival is pending until its visitor is verified or a day has passed. A payment voucher is found by its code, too; ten wrong codes in 15 minutes are a 429.',
          tags,
          params: SharedVoucherParams,
          querystring: VoucherQuery,
          response: { 200: VoucherAnswer },
        },
      },
      async (request) => {
        const voucher = await viewVoucher(deps, {
          ref: request.params.id,
          callerId: request.caller?.userId,
          sessionId: request.caller?.sessionId,
          viewer: viewerOf(request, deps),
          deviceId: deviceIdOf(request.headers),
          address: request.ip,
          referralCode: request.query.referral_code,
          skipTracking: request.query.skip_tracking ?? false,
        });
        return { success: true as const, message: 'Voucher', voucher };
      },
    );

    app.post(
      '/vouchers/:id/cancel',
      {
        config: { access: 'user', needsKey: true },
        schema: {
          summary: 'Cancel an unpaid voucher, or an unused payment voucher',
          description:
            'What was paid for it returns to the wallet, as does a payment that is settled later.',
          tags,
          params: VoucherParams,
          response: { 200: CancelAnswer },
        },
      },
      async (request) => {
        const { userId } = callerOf(request);
        const { body } = await cancelVoucher(deps, {
          voucher: request.params.id,
          userId,
          requestKey: requestKeyOf(deps.secrets, request, userId),
        });
        return body;
      },
    );
  };
