import { MESSAGES } from '../../../contract/messages.ts';
import { toast } from '../../ui/toast-store.ts';

/** A voucher's link; with the sharer's referral code, whoever follows it earns them coins. */
export function voucherLink(origin: string, ulid: string, referralCode?: string): string {
  const link = `${origin}/v/${ulid}`;
  return referralCode ? `${link}?ref=${encodeURIComponent(referralCode)}` : link;
}

/** What of the browser sharing needs. */
export type SharingBrowser = Pick<Partial<Navigator>, 'share' | 'clipboard'>;

const isCancelled = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';

async function copy(browser: SharingBrowser, link: string): Promise<void> {
  try {
    if (!browser.clipboard) throw new Error('no clipboard outside a secure context');
    await browser.clipboard.writeText(link);
    toast(MESSAGES.voucherLinkCopied, { kind: 'success' });
  } catch {
    toast(MESSAGES.copyFailed, { kind: 'error' });
  }
}

/** Offers a link by the device's share sheet, else copies it, and says what happened. Call it from a tap. */
export async function shareLink(
  link: string,
  title: string,
  browser: SharingBrowser = navigator,
): Promise<void> {
  if (!browser.share) return copy(browser, link);
  try {
    await browser.share({ title, url: link });
  } catch (error) {
    if (!isCancelled(error)) toast(MESSAGES.shareFailed, { kind: 'error' });
  }
}
