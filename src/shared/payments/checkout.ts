import { errorMessage } from '../../../contract/errors.ts';
import type { Failure } from '../../../contract/result.ts';
import { PROMPT_PARAMETER } from '../../../contract/constants.ts';
import { useRestored } from '../../platform/restored.ts';
import { parseUrl } from '../../platform/routing/next-path.ts';
import { useTellIfLeft } from '../wallet/use-tell-if-left.ts';
import { isAskedOnPhone } from './payment-return.ts';

export type PaymentStart =
  | { readonly kind: 'paid' }
  | { readonly kind: 'checkout'; readonly url: string }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** @param url checkout address of the processor; refused unless it is http or https */
export function startAtCheckout(url: string): PaymentStart {
  const address = checkoutAddress(url);
  if (address) return { kind: 'checkout', url: address };
  const code = 'payment_no_url';
  return { kind: 'failed', failure: { code, message: errorMessage(code) } };
}

/**
 * Returns undefined for an address that is not http or https. For a phone payment it is the app's
 * own address with a marker, so that the page waits longer.
 */
export function checkoutAddress(url: string): string | undefined {
  const address = parseUrl(url);
  if (!address || !/^https?:$/.test(address.protocol)) return undefined;
  if (address.origin !== location.origin || !address.searchParams.has('reference')) return url;
  address.searchParams.set(PROMPT_PARAMETER, 'phone');
  return address.href;
}

const NOT_OPENED = 'You left before the payment page opened. Nothing was taken.';

/**
 * Does not navigate after the user has left the form.
 * @param onBack runs when the browser's Back restores this page from its cache
 */
export function useCheckout(onBack: () => void): (url: string) => void {
  const tell = useTellIfLeft('Payment');
  useRestored(onBack);
  return (url) => {
    if (!tell.isLeft()) return location.assign(url);
    const isOnPhone = isAskedOnPhone(new URL(url).searchParams);
    const text = isOnPhone ? 'Approve it on your phone.' : NOT_OPENED;
    tell.ended({ title: 'Not paid yet', tone: 'info', text });
  };
}
