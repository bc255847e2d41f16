import { CODE_LENGTH } from '../../../contract/constants.ts';
import { onlyDigits } from '../../../contract/plain-text.ts';
import type { CreatedVoucher } from '../../../contract/payment-vouchers.ts';

export function groupedCode(text: string): string {
  const digits = onlyDigits(text, CODE_LENGTH);
  return [digits.slice(0, 4), digits.slice(4, 8), digits.slice(8)].join(' ').trim();
}

type Linked = Pick<CreatedVoucher, 'purpose' | 'code' | 'share_url'>;

export function handOverLink(
  origin: string,
  { purpose, code, share_url: shareUrl }: Linked,
): string {
  // A giveaway's code opens nothing, also once it is known.
  const name = (purpose === 'payment' && code) || shareUrl.split('/').filter(Boolean).at(-1) || '';
  return `${origin}/v/${name}`;
}

export const hiddenCode = (length: number): string =>
  groupedCode('0'.repeat(length)).replaceAll('0', '•');
