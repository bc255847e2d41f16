import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

import { minorToMajor } from '../../contract/money.ts';
import {
  MethodConfigAnswer,
  MethodConfigBody,
  PaymentVerifyBody,
  VoucherPaymentInitializeBody,
  VoucherPaymentVerifyAnswer,
} from '../../contract/payments.ts';
import { DEFAULT_REGION, REGIONS } from '../../contract/region-table.ts';
import {
  CheckoutAnswer,
  PaymentMethodsAnswer,
  PaymentMethodsQuery,
  TopupInitializeBody,
  TopupVerifyAnswer,
  TopupVerifyBody,
} from '../../contract/wallet.ts';
import type { Deps } from '../deps.ts';
import { callerOf } from '../http/access.ts';
import { requestKeyOf } from '../http/idempotency.ts';
import { currencyOf } from '../lib/stored-currency.ts';
import { ofRequest } from '../of-request.ts';
import { regionKeyOf } from '../regions/current-region.ts';
import { initializeTopup, initializeVoucherPayment } from './initialize-payment.ts';
import { startCheckout } from './open-checkout.ts';
import { listPaymentMethods, readMethodConfig } from './payment-methods.ts';
import {
  statusMessage,
  type VerifiedPayment,
  verifyPayment,
  verifyVoucherPayment,
} from './verify-payment.ts';

const tags = ['Money'];

export const paymentRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/payment-methods',
      {
        config: { access: 'optional' },
        schema: {
          summary: 'Ways to pay in a region',
          tags,
          querystring: PaymentMethodsQuery,
          response: { 200: PaymentMethodsAnswer },
        },
      },
      async (request) => {
        const { region = DEFAULT_REGION, type = 'voucher' } = request.query;
        const data = listPaymentMethods(deps.processors, REGIONS[regionKeyOf(region)], type);
        return { success: true as const, message: 'Payment methods', data };
      },
    );

    app.post(
      '/payment-methods/config',
      {
        config: { access: 'optional' },
        schema: {
          summary: 'What a payment method asks of the payer',
          tags,
          body: MethodConfigBody,
          response: { 200: MethodConfigAnswer },
        },
      },
      async (request) => ({
        success: true as const,
        data: readMethodConfig(deps.processors, request.body.method),
      }),
    );
  };

export const topupRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/wallet/topup/initialize',
      {
        config: { access: 'user', needsKey: true },
        schema: {
          summary: 'Start a top-up of the wallet',
          description: 'Repeat it with the same Idempotency-Key to continue the same payment.',
          tags,
          body: TopupInitializeBody,
          response: { 200: CheckoutAnswer },
        },
      },
      async (request) => {
        const caller = callerOf(request);
        const { userId } = caller;
        const requestKey = requestKeyOf(deps.secrets, request, userId);
        const { reference, authorizationUrl } = await startCheckout(deps, caller, requestKey, () =>
          initializeTopup(deps, requestKey, { userId, ...request.body }),
        );
        return { success: true as const, authorization_url: authorizationUrl, reference };
      },
    );

    app.post(
      '/wallet/topup/verify',
      {
        config: { access: 'user' },
        schema: {
          summary: 'What became of a top-up',
          description:
            'Asks the processor itself; everything but the reference is a hint of the return page.',
          tags,
          body: TopupVerifyBody,
          response: { 200: TopupVerifyAnswer },
        },
      },
      async (request) => {
        const { userId } = callerOf(request);
        const own = { userId, purpose: 'topup' } as const;
        return presentTopup(
          await verifyPayment(ofRequest(deps, request.id), own, request.body.reference),
        );
      },
    );
  };

const presentTopup = ({ payment, reason }: VerifiedPayment): TopupVerifyAnswer => ({
  success: true,
  message: statusMessage(payment.status),
  data: {
    amount: minorToMajor(payment.amount),
    currency: currencyOf(payment.currency),
    status: payment.status,
    reason,
  },
});

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
