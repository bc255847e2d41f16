import { errorMessage } from '../../../contract/errors.ts';
import type { Failure } from '../../../contract/result.ts';
import { checkoutAddress } from './checkout-address.ts';

/** How a payment began. */
export type PaymentStart =
  /** The wallet has paid. */
  | { readonly kind: 'paid' }
  /** It goes on at the processor's, see `useCheckout`. */
  | { readonly kind: 'checkout'; readonly url: string }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** @param url of the checkout as the processor gave it; one that is no page is refused */
export function startAtCheckout(url: string): PaymentStart {
  const address = checkoutAddress(url);
  if (address) return { kind: 'checkout', url: address };
  const code = 'payment_no_url';
  return { kind: 'failed', failure: { code, message: errorMessage(code) } };
}
