import { PROMPT_PARAMETER } from '../../../contract/constants.ts';
import { parseUrl } from '../../platform/routing/parse-url.ts';

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
