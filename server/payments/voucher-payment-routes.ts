import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

import {
  VoucherPaymentInitializeBody,
  VoucherPaymentVerifyAnswer,
  PaymentVerifyBody,
} from '../../contract/payments.ts';
import { CheckoutAnswer } from '../../contract/wallet.ts';
import type { Deps } from '../deps.ts';
import { callerOf } from '../http/access.ts';
import { requestKeyOf } from '../http/idempotency.ts';
import { ofRequest } from '../of-request.ts';
import { initializeVoucherPayment } from './initialize-voucher-payment.ts';
import { startCheckout } from './start-checkout.ts';
import { verifyVoucherPayment } from './verify-payment.ts';

const tags = ['Money'];

/** Paying for a voucher by a processor. */
export const voucherPaymentRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/vouchers/payment/initialize',
      {
        config: { access: 'verified', needsKey: true },
        schema: {
          summary: 'Start paying for a voucher by a processor',
          description: 'Repeat it with the same Idempotency-Key to continue the same payment.',
          tags,
          body: VoucherPaymentInitializeBody,
          response: { 200: CheckoutAnswer },
        },
      },
      async (request) => {
        const caller = callerOf(request);
        const { userId } = caller;
        const requestKey = requestKeyOf(deps.secrets, request, userId);
        const { voucher_id: voucher, ...chosen } = request.body;
        const { reference, authorizationUrl } = await startCheckout(deps, caller, requestKey, () =>
          initializeVoucherPayment(deps, requestKey, { userId, voucher, ...chosen }),
        );
        return { success: true as const, authorization_url: authorizationUrl, reference };
      },
    );

    app.post(
      '/vouchers/payment/verify',
      {
        config: { access: 'user' },
        schema: {
          summary: 'What became of the payment for a voucher',
          description:
            'Asks the processor itself; everything but the reference is a hint of the return page.',
          tags,
          body: PaymentVerifyBody,
          response: { 200: VoucherPaymentVerifyAnswer },
        },
      },
      async (request) =>
        verifyVoucherPayment(
          ofRequest(deps, request.id),
          callerOf(request).userId,
          request.body.reference,
        ),
    );
  };
