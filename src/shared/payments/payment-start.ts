import { errorMessage } from '../../../contract/errors.ts';
import type { Failure } from '../../../contract/result.ts';
import { PROMPT_PARAMETER } from '../../../contract/constants.ts';
import { parseUrl } from '../../platform/routing/parse-url.ts';

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

/**
 * Where to go to pay: a processor's address, if it is one that a browser may be sent to. A payer who is
 * asked on the phone is sent straight back to the app; that address says so, for the page to wait longer.
 */
export function checkoutAddress(url: string): string | undefined {
  const address = parseUrl(url);
  if (!address || !/^https?:$/.test(address.protocol)) return undefined;
  if (address.origin !== location.origin || !address.searchParams.has('reference')) return url;
  address.searchParams.set(PROMPT_PARAMETER, 'phone');
  return address.href;
}
