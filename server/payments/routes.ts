import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

import {
  DEFAULT_REGION,
  isRegionKey,
  REGIONS,
  type RegionInfo,
} from '../../contract/region-table.ts';
import { MethodConfigAnswer, MethodConfigBody } from '../../contract/payments.ts';
import { PaymentMethodsAnswer, PaymentMethodsQuery } from '../../contract/wallet.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';
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
        const { region, type = 'voucher' } = request.query;
        const data = listPaymentMethods(deps.processors, regionNamed(region), type);
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

function regionNamed(name: string = DEFAULT_REGION): RegionInfo {
  const key = name.toLowerCase();
  if (!isRegionKey(key)) throw new AppError('invalid_region', { values: { region: name } });
  return REGIONS[key];
}
