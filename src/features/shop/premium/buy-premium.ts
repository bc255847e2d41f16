import { PREMIUM_PRICE_MAJOR } from '../../../../contract/constants.ts';
import type { Currency } from '../../../../contract/money.ts';
import { withPin } from '../../../shared/accounts/pin/with-pin.ts';
import type { PaymentChoice } from '../../../shared/payments/payment-choice.ts';
import { startAtCheckout, type PaymentStart } from '../../../shared/payments/payment-start.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';

/** Buys premium from the wallet, or goes to the processor's checkout, which leads back to this page. */
export async function buyPremium(
  currency: Currency,
  { method, provider, phone }: PaymentChoice,
): Promise<PaymentStart> {
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
  return url === null ? { kind: 'paid' } : startAtCheckout(url);
}
