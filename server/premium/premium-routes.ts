import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

import { PREMIUM_DAYS, PREMIUM_PRICE_MAJOR } from '../../contract/constants.ts';
import { PAYMENT_MESSAGES } from '../../contract/payments/payment-messages.ts';
import { ACCOUNT_MESSAGES } from '../../contract/accounts/account-messages.ts';
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
import { taggedRoutes } from '../http/route-options.ts';
import { callerOf } from '../http/access.ts';
import { requestKeyOf } from '../http/idempotency.ts';
import { startCheckout } from '../payments/open-checkout.ts';
import { statusMessage, verifyPayment } from '../payments/verify-payment.ts';
import { hasBoughtPremium } from './pay-for-premium.ts';
import { initializePremiumPayment, subscribeFromWallet } from './subscribe.ts';

const route = taggedRoutes('Premium');
const keyedRoute = taggedRoutes('Premium', { needsKey: true });
const success = true as const;

export const premiumRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/premium/plans',
      route('user', {
        summary: 'What premium costs',
        querystring: PremiumPlansQuery,
        response: { 200: PremiumPlansAnswer },
      }),
      async (request) => {
        const { region } = await getUser(deps.db, callerOf(request).userId);
        const { currency = REGIONS[normaliseRegion(region)].currency } = request.query;
        const amount = PREMIUM_PRICE_MAJOR[currency];
        const name = `${PREMIUM_DAYS} days`;
        const plan = { id: 'premium' as const, name, days: PREMIUM_DAYS, amount, currency };
        return { success, data: [plan] };
      },
    );

    app.post(
      '/premium/subscribe',
      keyedRoute('user', {
        summary: 'Buy premium, from the wallet or by a processor',
        description: 'Repeat it with the same Idempotency-Key to continue the same payment.',
        body: PremiumSubscribeBody,
        response: { 200: PremiumSubscribeAnswer },
      }),
      async (request) => {
        const { body } = request;
        if (body.method === 'wallet') {
          const { userId } = callerOf(request);
          const requestKey = requestKeyOf(deps.secrets, request, userId);
          return subscribeFromWallet(deps, requestKey, userId, body);
        }
        const opened = await startCheckout(deps, request, (requestKey, userId) =>
          initializePremiumPayment(deps, requestKey, userId, body),
        );
        const message = PAYMENT_MESSAGES.paymentCreated;
        return { success, message, ...opened, data: null };
      },
    );
  };

export const premiumVerifyRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/premium/verify',
      route('user', {
        summary: 'What became of the payment for premium',
        description:
          'Asks the processor itself; everything but the reference is a hint of the return page.',
        body: PaymentVerifyBody,
        response: { 200: PremiumVerifyAnswer },
      }),
      async (request) => {
        const own = { userId: callerOf(request).userId, purpose: 'premium' } as const;
        const { reference } = request.body;
        const { data } = await verifyPayment(deps, own, reference);
        const { status } = data;
        const isBought = status === 'settled' && (await hasBoughtPremium(deps.db, reference));
        const [message, credited_to] =
          status !== 'settled'
            ? ([statusMessage(status), null] as const)
            : isBought
              ? ([ACCOUNT_MESSAGES.premiumActive, 'premium'] as const)
              : ([ACCOUNT_MESSAGES.premiumNotNeeded, 'wallet'] as const);
        return { success, message, data: { ...data, credited_to } };
      },
    );
  };
