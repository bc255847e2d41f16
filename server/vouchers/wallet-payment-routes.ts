import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { PayFromWalletBody, PayFromWalletAnswer } from '../../contract/vouchers.ts';
import type { Deps } from '../deps.ts';
import { callerOf } from '../http/access.ts';
import { requestKeyOf } from '../http/idempotency.ts';
import { ofRequest } from '../of-request.ts';
import { payFromWallet } from './pay-from-wallet.ts';

const tags = ['Vouchers'];

/** Paying for a voucher from the wallet. */
export const walletPaymentRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/vouchers/payment/wallet',
      {
        config: { access: 'verified', needsKey: true },
        schema: {
          summary: 'Pay for a voucher from the wallet',
          tags,
          body: PayFromWalletBody,
          response: { 200: PayFromWalletAnswer },
        },
      },
      async (request) => {
        const { userId } = callerOf(request);
        const { body } = request;
        const requestKey = requestKeyOf(deps.secrets, request, userId);
        const answer = await payFromWallet(ofRequest(deps, request.id), {
          userId,
          body,
          requestKey,
        });
        return answer.body;
      },
    );
  };
