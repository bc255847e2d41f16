import type { OwnerProof } from '../../contract/common.ts';
import { PREMIUM_EXTEND_WITHIN_DAYS, PREMIUM_PRICE_MAJOR } from '../../contract/constants.ts';
import { MINOR_PER_MAJOR, minorToMajor } from '../../contract/money.ts';
import { ACCOUNT_MESSAGES } from '../../contract/accounts/account-messages.ts';
import type {
  PremiumSubscribeAnswer,
  PremiumSubscribeBody,
} from '../../contract/payments/premium.ts';
import { getUser } from '../accounts/users.ts';
import { takeOut } from '../accounts/pin.ts';
import { extendPremium, mayExtendPremium, subscriptionOf } from '../accounts/premium.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';
import type { RequestKey } from '../http/idempotency.ts';
import { chooseProcessor } from '../payments/payment-methods.ts';
import { beginPayment, insertPayment } from '../payments/initialize-payment.ts';
import type { OpenedCheckout } from '../payments/open-checkout.ts';
import { newReference } from '../lib/new-reference.ts';
import { payForPremium } from './pay-for-premium.ts';

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
