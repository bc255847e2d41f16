import { errorMessage } from '../../../contract/errors.ts';
import type { Failure } from '../../../contract/result.ts';
import { checkoutAddress } from './checkout-address.ts';

/** How a payment began. */
export type PaymentStart =
  /** The wallet has paid. */
  | { readonly kind: 'paid' }
  /** The browser is on its way to the processor. */
  | { readonly kind: 'leaving' }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** Sends the browser to the processor. @param url as the processor gave it; one that is no page is refused */
export function leaveForCheckout(url: string): PaymentStart {
  const address = checkoutAddress(url);
  if (!address) {
    const code = 'payment_no_url';
    return { kind: 'failed', failure: { code, message: errorMessage(code) } };
  }
  location.assign(address);
  return { kind: 'leaving' };
}
