import {
  PREMIUM_DAYS,
  PREMIUM_PRICE_MAJOR,
  PREMIUM_EXTEND_WITHIN_DAYS,
} from '../../contract/constants.ts';
import { PAYMENT_MESSAGES } from '../../contract/payments/payment-messages.ts';
import { ACCOUNT_MESSAGES } from '../../contract/accounts/account-messages.ts';
import { PaymentVerifyBody } from '../../contract/wallet.ts';
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
import { routesOf, success, taggedRoutes } from '../http/route-options.ts';
import { callerOf } from '../http/access.ts';
import { keyedRequestOf, type RequestKey } from '../http/idempotency.ts';
import { startCheckout, type OpenedCheckout } from '../payments/open-checkout.ts';
import { creditOf, verifyPayment } from '../payments/verify-payment.ts';
import {
  hasBoughtPremium,
  extendPremium,
  mayExtendPremium,
  subscriptionOf,
  payForPremium,
} from './premium-period.ts';
import type { OwnerProof } from '../../contract/common.ts';
import { MINOR_PER_MAJOR, minorToMajor } from '../../contract/money.ts';
import { takeOut } from '../accounts/pin.ts';
import { AppError } from '../http/app-error.ts';
import { chooseProcessor } from '../payments/payment-methods.ts';
import { beginPayment, insertPayment } from '../payments/initialize-payment.ts';
import { newReference } from '../lib/new-reference.ts';

const route = taggedRoutes('Premium');
const keyedRoute = taggedRoutes('Premium', { needsKey: true });

export const premiumRoutes = routesOf(async (app, deps) => {
  app.get(
    '/premium/plans',
    route('user', 'What premium costs', PremiumPlansAnswer, { querystring: PremiumPlansQuery }),
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
    keyedRoute('user', 'Buy premium, from the wallet or by a processor', PremiumSubscribeAnswer, {
      description: 'Repeat it with the same Idempotency-Key to continue the same payment.',
      body: PremiumSubscribeBody,
    }),
    async (request) => {
      const { body } = request;
      if (body.method === 'wallet') {
        const { requestKey, userId } = keyedRequestOf(deps.secrets, request);
        return subscribeFromWallet(deps, requestKey, userId, body);
      }
      const opened = await startCheckout(deps, request, (requestKey, userId) =>
        initializePremiumPayment(deps, requestKey, userId, body),
      );
      const message = PAYMENT_MESSAGES.paymentCreated;
      return { success, message, ...opened, data: null };
    },
  );
});

export const premiumVerifyRoutes = routesOf(async (app, deps) => {
  app.post(
    '/premium/verify',
    route('user', 'What became of the payment for premium', PremiumVerifyAnswer, {
      description:
        'Asks the processor itself; everything but the reference is a hint of the return page.',
      body: PaymentVerifyBody,
    }),
    async (request) => {
      const own = { userId: callerOf(request).userId, purpose: 'premium' } as const;
      const { reference } = request.body;
      const { data } = await verifyPayment(deps, own, reference);
      const { status } = data;
      const isBought = status === 'settled' && (await hasBoughtPremium(deps.db, reference));
      const { message, credited_to } = creditOf(status, isBought ? 'premium' : 'wallet', {
        premium: ACCOUNT_MESSAGES.premiumActive,
        wallet: ACCOUNT_MESSAGES.premiumNotNeeded,
      });
      return { success, message, data: { ...data, credited_to } };
    },
  );
});

type Priced = Pick<PremiumSubscribeBody, 'amount' | 'currency' | keyof OwnerProof>;

/** The plan's price in minor units, if it is still the one that the payer was shown. */
function priceOf({ amount, currency }: Priced): bigint {
  if (amount !== PREMIUM_PRICE_MAJOR[currency]) throw new AppError('price_changed');
  return BigInt(amount * MINOR_PER_MAJOR);
}

const alreadyPremium = (): AppError =>
  new AppError('already_premium', { values: { days: PREMIUM_EXTEND_WITHIN_DAYS } });

/** Pays for premium from the wallet; the same request key gets the first answer. */
export async function subscribeFromWallet(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  requestKey: RequestKey | undefined,
  userId: number,
  priced: Priced,
): Promise<PremiumSubscribeAnswer> {
  const { currency } = priced;
  const amountMinor = priceOf(priced);
  const outgoing = { userId, proof: priced, requestKey };
  const { body } = await takeOut(deps, outgoing, async (tx, now) => {
    const reference = newReference('GDP');
    const purchase = { userId, amountMinor, currency, reference, method: 'wallet' };
    const period = await extendPremium(tx, userId, now);
    if (!period) throw alreadyPremium();
    const balance = await payForPremium(tx, purchase, period, now);
    const answer: PremiumSubscribeAnswer = {
      success: true,
      message: ACCOUNT_MESSAGES.premiumActive,
      reference,
      authorization_url: null,
      data: {
        premium_until: period.until.toISOString(),
        days_remaining: subscriptionOf({ premiumUntil: period.until }, now).days_remaining,
        balance: minorToMajor(balance),
      },
    };
    return { status: 200, body: answer };
  });
  return body;
}

/** Starts a payment for premium and opens its checkout; the same request key continues the same payment. */
export async function initializePremiumPayment(
  deps: Deps,
  requestKey: RequestKey | undefined,
  userId: number,
  body: PremiumSubscribeBody,
): Promise<OpenedCheckout> {
  const { currency, method: processor, provider, config } = body;
  const method = { processor, provider, config };
  const chosen = chooseProcessor(deps, method, priceOf(body), currency);
  const { gateway } = chosen.processor;
  const returnPath = gateway === 'flutterwave' ? '/payment/flutterwave' : '/payment/verify';
  return beginPayment(deps, requestKey, chosen, returnPath, async (tx, now) => {
    // If it is bought in another way first, this payment is credited to the wallet.
    if (!mayExtendPremium(await getUser(tx, userId), now)) throw alreadyPremium();
    return insertPayment(tx, { userId, purpose: 'premium', ...chosen }, now);
  });
}
