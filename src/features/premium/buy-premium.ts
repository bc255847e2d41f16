import { PREMIUM_PRICE_MAJOR } from '../../../contract/constants.ts';
import { errorMessage } from '../../../contract/errors.ts';
import type { Currency } from '../../../contract/money.ts';
import type { Failure } from '../../../contract/result.ts';
import { withPin } from '../../domain/accounts/pin/with-pin.ts';
import { checkoutAddress } from '../../domain/payments/checkout-address.ts';
import type { PaymentChoice } from '../../domain/payments/payment-choice.ts';
import { callWorker } from '../../platform/worker/data-worker.ts';

export type PremiumStart =
  | { readonly kind: 'bought' }
  /** The browser is on its way to the processor. */
  | { readonly kind: 'leaving' }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** Buys premium from the wallet, or goes to the processor's checkout, which leads back to this page. */
export async function buyPremium(
  currency: Currency,
  { method, provider, phone }: PaymentChoice,
): Promise<PremiumStart> {
  const started = await withPin((proof) =>
    callWorker((worker) =>
      worker.subscribePremium({
        plan: 'premium',
        amount: PREMIUM_PRICE_MAJOR[currency],
        currency,
        method,
        ...(provider && { provider }),
        ...(phone && { config: { phone } }),
        ...proof,
      }),
    ),
  );
  if (!started.ok) return { kind: 'failed', failure: started.error };
  const { authorization_url: url } = started.value;
  if (url === null) return { kind: 'bought' };
  const address = checkoutAddress(url);
  if (!address) {
    const code = 'payment_no_url';
    return { kind: 'failed', failure: { code, message: errorMessage(code) } };
  }
  location.assign(address);
  return { kind: 'leaving' };
}
