import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

import {
  SplitAnswer,
  SplitBody,
  UpdateTwoFactorAnswer,
  UpdateTwoFactorBody,
} from '../../contract/payment-vouchers.ts';
import { VoucherParams } from '../../contract/vouchers.ts';
import type { Deps } from '../deps.ts';
import { callerOf } from '../http/access.ts';
import { requestKeyOf } from '../http/idempotency.ts';
import { splitVoucher } from './split-voucher.ts';
import { updateTwoFactor } from './update-two-factor.ts';

const tags = ['Payment vouchers'];

/** What the creator of a payment voucher does with it until it is used. */
export const voucherCreatorRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/vouchers/split',
      {
        config: { access: 'user', needsKey: true },
        schema: {
          summary: 'Split a payment voucher into two',
          tags,
          body: SplitBody,
          response: { 200: SplitAnswer },
        },
      },
      (request) => {
        const { userId } = callerOf(request);
        const requestKey = requestKeyOf(deps.secrets, request, userId);
        return splitVoucher(deps, { userId, body: request.body, requestKey });
      },
    );

    app.post(
      '/vouchers/:id/update-2fa',
      {
        config: { access: 'user' },
        schema: {
          summary: 'Ask for a release code when a payment voucher is redeemed, or not',
          tags,
          params: VoucherParams,
          body: UpdateTwoFactorBody,
          response: { 200: UpdateTwoFactorAnswer },
        },
      },
      async (request) => {
        const enabled = await updateTwoFactor(deps, {
          voucher: request.params.id,
          userId: callerOf(request).userId,
          enable: Boolean(request.body.enable_2fa),
        });
        const message = enabled ? 'Release code is on' : 'Release code is off';
        return { success: true as const, message, data: { enable_2fa: enabled } };
      },
    );
  };
