import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

import { DEFAULT_REGION, REGIONS } from '../../contract/region-table.ts';
import { MethodConfigAnswer, MethodConfigBody } from '../../contract/payments.ts';
import { PaymentMethodsAnswer, PaymentMethodsQuery } from '../../contract/wallet.ts';
import type { Deps } from '../deps.ts';
import { regionKeyOf } from '../regions/current-region.ts';
import { listPaymentMethods, readMethodConfig } from './payment-methods.ts';

const tags = ['Money'];

/** Ways to pay. */
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
