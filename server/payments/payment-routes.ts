import {
  MethodConfigAnswer,
  MethodConfigBody,
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
  PaymentVerifyBody,
} from '../../contract/wallet.ts';
import { routesOf, success, taggedRoutes } from '../http/route-options.ts';
import { callerOf } from '../http/access.ts';
import { ofRequest } from '../of-request.ts';
import { regionKeyOf } from '../regions/regions.ts';
import { initializeTopup, initializeVoucherPayment } from './initialize-payment.ts';
import { startCheckout } from './open-checkout.ts';
import { listPaymentMethods, readMethodConfig } from './payment-methods.ts';
import { statusMessage, verifyPayment, verifyVoucherPayment } from './verify-payment.ts';

const route = taggedRoutes('Money');
const keyedRoute = taggedRoutes('Money', { needsKey: true });

export const paymentRoutes = routesOf(async (app, deps) => {
  app.get(
    '/payment-methods',
    route('optional', 'Ways to pay in a region', PaymentMethodsAnswer, {
      querystring: PaymentMethodsQuery,
    }),
    async (request) => {
      const { region = DEFAULT_REGION, type = 'voucher' } = request.query;
      const data = listPaymentMethods(deps.processors, REGIONS[regionKeyOf(region)], type);
      return { success, message: 'Payment methods', data };
    },
  );

  app.post(
    '/payment-methods/config',
    route('optional', 'What a payment method asks of the payer', MethodConfigAnswer, {
      body: MethodConfigBody,
    }),
    async (request) => ({
      success,
      data: readMethodConfig(deps.processors, request.body.method),
    }),
  );

  app.post(
    '/wallet/topup/initialize',
    keyedRoute('user', 'Start a top-up of the wallet', CheckoutAnswer, {
      description: 'Repeat it with the same Idempotency-Key to continue the same payment.',
      body: TopupInitializeBody,
    }),
    async (request) => {
      const opened = await startCheckout(deps, request, (requestKey, userId) =>
        initializeTopup(deps, requestKey, { userId, ...request.body }),
      );
      return { success, ...opened };
    },
  );

  app.post(
    '/wallet/topup/verify',
    route('user', 'What became of a top-up', TopupVerifyAnswer, {
      description:
        'Asks the processor itself; everything but the reference is a hint of the return page.',
      body: TopupVerifyBody,
    }),
    async (request) => {
      const own = { userId: callerOf(request).userId, purpose: 'topup' } as const;
      const { reference } = request.body;
      const { data } = await verifyPayment(ofRequest(deps, request.id), own, reference);
      return { success, message: statusMessage(data.status), data };
    },
  );
});

export const voucherPaymentRoutes = routesOf(async (app, deps) => {
  app.post(
    '/vouchers/payment/initialize',
    keyedRoute('verified', 'Start paying for a voucher by a processor', CheckoutAnswer, {
      description: 'Repeat it with the same Idempotency-Key to continue the same payment.',
      body: VoucherPaymentInitializeBody,
    }),
    async (request) => {
      const { voucher_id: voucher, ...chosen } = request.body;
      const opened = await startCheckout(deps, request, (requestKey, userId) =>
        initializeVoucherPayment(deps, requestKey, { userId, voucher, ...chosen }),
      );
      return { success, ...opened };
    },
  );

  app.post(
    '/vouchers/payment/verify',
    route('user', 'What became of the payment for a voucher', VoucherPaymentVerifyAnswer, {
      description:
        'Asks the processor itself; everything but the reference is a hint of the return page.',
      body: PaymentVerifyBody,
    }),
    async (request) =>
      verifyVoucherPayment(
        ofRequest(deps, request.id),
        callerOf(request).userId,
        request.body.reference,
      ),
  );
});
