import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

import {
  RedeemAnswer,
  RedeemBody,
  ReleaseRefusal,
  SplitAnswer,
  SplitBody,
  UpdateTwoFactorAnswer,
  UpdateTwoFactorBody,
} from '../../contract/payment-vouchers.ts';
import { VoucherParams } from '../../contract/vouchers.ts';
import type { Deps } from '../deps.ts';
import { callerOf } from '../http/access.ts';
import { requestKeyOf } from '../http/idempotency.ts';
import { updateTwoFactor } from './own-payment-voucher.ts';
import { redeemVoucher } from './redeem-voucher.ts';
import { splitVoucher } from './split-voucher.ts';

const tags = ['Payment vouchers'];

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

export const redeemRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/vouchers/redeem',
      {
        config: { access: 'user', needsKey: true },
        schema: {
          summary: 'Redeem a payment voucher by its code',
          description:
            'Where a release code is needed, the first request answers 428 and has it sent to the creator; the next one brings it as otp, under another Idempotency-Key.',
          tags,
          body: RedeemBody,
          response: { 200: RedeemAnswer, 422: ReleaseRefusal, 428: ReleaseRefusal },
        },
      },
      async (request, reply) => {
        const caller = callerOf(request);
        const { status, body } = await redeemVoucher(deps, {
          caller,
          address: request.ip,
          body: request.body,
          requestKey: requestKeyOf(deps.secrets, request, caller.userId),
        });
        if (body.success) return reply.status(200).send(body);
        return reply.status(status === 428 ? 428 : 422).send(body);
      },
    );
  };
