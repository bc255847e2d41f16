import { MESSAGES } from '../../../contract/messages.ts';
import type { CreatedVoucher } from '../../../contract/payment-vouchers.ts';
import { toast } from '../../ui/toast-store.ts';

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

/** Copies a link and says whether that went well. Call it from a tap. */
export async function copyLink(
  link: string,
  clipboard: Pick<Clipboard, 'writeText'> | undefined = navigator.clipboard,
): Promise<void> {
  try {
    if (!clipboard) throw new Error('no clipboard outside a secure context');
    await clipboard.writeText(link);
    toast(MESSAGES.shareLinkCopied, { kind: 'success' });
  } catch {
    toast(MESSAGES.copyFailed, { kind: 'error' });
  }
}

/** Offers a link by the device's share sheet, else copies it. Call it from a tap. */
export async function shareLink(link: string, title: string): Promise<void> {
  // Missing in desktop browsers, whatever the types say.
  if (!('share' in navigator)) return copyLink(link);
  try {
    await navigator.share({ title, url: link });
  } catch (error) {
    const isCancelled = error instanceof DOMException && error.name === 'AbortError';
    if (!isCancelled) toast(MESSAGES.shareFailed, { kind: 'error' });
  }
}
