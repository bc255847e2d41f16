import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

import { RedeemAnswer, RedeemBody, ReleaseRefusal } from '../../contract/payment-vouchers.ts';
import type { Deps } from '../deps.ts';
import { callerOf } from '../http/access.ts';
import { requestKeyOf } from '../http/idempotency.ts';
import { redeemVoucher } from './redeem-voucher.ts';

const tags = ['Payment vouchers'];

/** Redeeming a payment voucher. */
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
