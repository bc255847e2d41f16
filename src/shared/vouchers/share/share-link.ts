import { VOUCHER_MESSAGES } from '../../../../contract/vouchers/voucher-messages.ts';
import { copyText, type CopyWords } from '../../../platform/copy-text.ts';
import { toast } from '../../../platform/toast-store.ts';

/** What of the browser sharing needs; either may be missing, whatever the types say. */
export type SharingBrowser = Pick<Partial<Navigator>, 'share' | 'clipboard'>;

/** To a visitor of another user's voucher. */
export const VISITOR_WORDS: CopyWords = {
  copied: VOUCHER_MESSAGES.voucherLinkCopied,
  failed: VOUCHER_MESSAGES.copyFailed,
};
/** To its creator. */
export const CREATOR_WORDS: CopyWords = {
  copied: VOUCHER_MESSAGES.shareLinkCopied,
  failed: VOUCHER_MESSAGES.creatorCopyFailed,
};

export const isCancelled = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';

/** Offers a link by the device's share sheet, else copies it, and says what happened. Call it from a tap. */
export async function shareLink(
  link: string,
  title: string,
  words: CopyWords,
  browser: SharingBrowser = navigator,
): Promise<void> {
  if (!browser.share) return copyText(link, words, browser);
  try {
    await browser.share({ title, url: link });
  } catch (error) {
    if (!isCancelled(error)) toast(VOUCHER_MESSAGES.shareFailed, { kind: 'error' });
  }
}
