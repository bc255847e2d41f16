import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

import { PREMIUM_DAYS, PREMIUM_PRICE_MAJOR } from '../../contract/constants.ts';
import { PAYMENT_MESSAGES } from '../../contract/payments/payment-messages.ts';
import { ACCOUNT_MESSAGES } from '../../contract/accounts/account-messages.ts';
import { minorToMajor } from '../../contract/money.ts';
import { PaymentVerifyBody } from '../../contract/payments.ts';
import {
  PremiumPlansAnswer,
  PremiumPlansQuery,
  PremiumSubscribeAnswer,
  PremiumSubscribeBody,
  PremiumVerifyAnswer,
} from '../../contract/payments/premium.ts';
import { normaliseRegion, REGIONS } from '../../contract/region-table.ts';
import { getUser } from '../accounts/users.ts';
import type { Deps } from '../deps.ts';
import { callerOf } from '../http/access.ts';
import { requestKeyOf } from '../http/idempotency.ts';
import { currencyOf } from '../lib/stored-currency.ts';
import { startCheckout } from '../payments/open-checkout.ts';
import { statusMessage, verifyPayment } from '../payments/verify-payment.ts';
import { hasBoughtPremium } from './pay-for-premium.ts';
import { initializePremiumPayment, subscribeFromWallet } from './subscribe.ts';

const tags = ['Premium'];

export const premiumRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/premium/plans',
      {
        config: { access: 'user' },
        schema: {
          summary: 'What premium costs',
          tags,
          querystring: PremiumPlansQuery,
          response: { 200: PremiumPlansAnswer },
        },
      },
      async (request) => {
        const { region } = await getUser(deps.db, callerOf(request).userId);
        const { currency = REGIONS[normaliseRegion(region)].currency } = request.query;
        const amount = PREMIUM_PRICE_MAJOR[currency];
        const name = `${PREMIUM_DAYS} days`;
        const plan = { id: 'premium' as const, name, days: PREMIUM_DAYS, amount, currency };
        return { success: true as const, data: [plan] };
      },
    );

    app.post(
      '/premium/subscribe',
      {
        config: { access: 'user', needsKey: true },
        schema: {
          summary: 'Buy premium, from the wallet or by a processor',
          description: 'Repeat it with the same Idempotency-Key to continue the same payment.',
          tags,
          body: PremiumSubscribeBody,
          response: { 200: PremiumSubscribeAnswer },
        },
      },
      async (request) => {
        const caller = callerOf(request);
        const { userId } = caller;
        const { body } = request;
        const requestKey = requestKeyOf(deps.secrets, request, userId);
        if (body.method === 'wallet') return subscribeFromWallet(deps, requestKey, userId, body);
        const { reference, authorizationUrl } = await startCheckout(deps, caller, requestKey, () =>
          initializePremiumPayment(deps, requestKey, userId, body),
        );
        return {
          success: true as const,
          message: PAYMENT_MESSAGES.paymentCreated,
          reference,
          authorization_url: authorizationUrl,
          data: null,
        };
      },
    );
  };

export const premiumVerifyRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/premium/verify',
      {
        config: { access: 'user' },
        schema: {
          summary: 'What became of the payment for premium',
          description:
            'Asks the processor itself; everything but the reference is a hint of the return page.',
          tags,
          body: PaymentVerifyBody,
          response: { 200: PremiumVerifyAnswer },
        },
      },
      async (request) => {
        const own = { userId: callerOf(request).userId, purpose: 'premium' } as const;
        const { payment, reason } = await verifyPayment(deps, own, request.body.reference);
        const { status } = payment;
        const isBought =
          status === 'settled' && (await hasBoughtPremium(deps.db, payment.reference));
        const boughtMessage = isBought
          ? ACCOUNT_MESSAGES.premiumActive
          : ACCOUNT_MESSAGES.premiumNotNeeded;
        return {
          success: true as const,
          message: status === 'settled' ? boughtMessage : statusMessage(status),
          data: {
            amount: minorToMajor(payment.amount),
            currency: currencyOf(payment.currency),
            status,
            reason,
            credited_to:
              status === 'settled' ? (isBought ? ('premium' as const) : ('wallet' as const)) : null,
          },
        };
      },
    );
  };
