import type { CreatedVoucher } from '../../../contract/payment-vouchers.ts';

type Linked = Pick<CreatedVoucher, 'purpose' | 'code' | 'share_url'>;

/** A voucher's link: a payment voucher's ends in its code, a giveaway's in the last segment of its share address. */
export function handOverLink(
  origin: string,
  { purpose, code, share_url: shareUrl }: Linked,
): string {
  // A giveaway's code opens nothing, also once it is known.
  const name = (purpose === 'payment' && code) || shareUrl.split('/').findLast(Boolean) || '';
  return `${origin}/v/${name}`;
}

/** '4471 9028 86135', as it is printed and read out. */
export const groupedCode = (code: string): string =>
  [code.slice(0, 4), code.slice(4, 8), code.slice(8)].filter(Boolean).join(' ');

/** The same shape without a digit. */
export const hiddenCode = (length: number): string => groupedCode('•'.repeat(length));
