import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

import { minorToMajor } from '../../contract/money.ts';
import {
  CheckoutAnswer,
  TopupInitializeBody,
  TopupVerifyAnswer,
  TopupVerifyBody,
} from '../../contract/wallet.ts';
import type { Deps } from '../deps.ts';
import { callerOf } from '../http/access.ts';
import { requestKeyOf } from '../http/idempotency.ts';
import { ofRequest } from '../of-request.ts';
import { currencyOf } from '../lib/stored-currency.ts';
import { initializeTopup } from './initialize-topup.ts';
import { startCheckout } from './start-checkout.ts';
import { statusMessage } from './status-message.ts';
import { verifyPayment, type VerifiedPayment } from './verify-payment.ts';

const tags = ['Money'];

/** Filling the wallet by a processor. */
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
