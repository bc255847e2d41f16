import type { ReactElement, ReactNode } from 'react';
import share2Icon from 'lucide/dist/esm/icons/share-2.mjs';

import { copyText, type CopyWords, notifySuccess } from '../../platform/copy-text.ts';
import { toast } from '../../platform/toast-store.ts';
import { Icon } from '../../ui/icon.tsx';
import { formatMoney } from '../../ui/text/format-money.ts';
import { type ButtonLook, Button } from '../../ui/action/button.tsx';
import { useUser } from '../accounts/user.ts';
import type { ShownVoucher } from './shown-voucher.ts';

/** A voucher's link; with the sharer's referral code, visits by it earn them coins. */
export function voucherLink(origin: string, ulid: string, referralCode?: string): string {
  const link = `${origin}/v/${ulid}`;
  return referralCode ? `${link}?ref=${encodeURIComponent(referralCode)}` : link;
}

/** What of the browser sharing needs; either may be missing, whatever the types say. */
export type SharingBrowser = Pick<Partial<Navigator>, 'share' | 'clipboard'>;

export const VISITOR_WORDS: CopyWords = {
  copied: 'Voucher link copied to clipboard!',
  failed: 'Failed to copy link. Please copy manually.',
};
export const CREATOR_WORDS: CopyWords = {
  copied: 'Share link copied to clipboard!',
  failed: 'Failed to copy link. Please try manually.',
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
    if (!isCancelled(error)) toast('Failed to share voucher', { kind: 'error' });
    return;
  }
  // The share sheet has shown that it worked.
  if (words.detail) await notifySuccess('Shared', words.detail);
}

const outcomeOf = (ulid: string): Promise<string | undefined> =>
  import('./share-outcome.ts').then(({ noteShared }) => noteShared(ulid)).catch(() => undefined);

/** Shares a giveaway with the user's own referral code. */
export function useShare(
  { ulid, amount, currency }: Pick<ShownVoucher, 'ulid' | 'amount' | 'currency'>,
  words: CopyWords,
): () => void {
  const referralCode = useUser()?.referral_code;
  return () => {
    const link = voucherLink(location.origin, ulid, referralCode);
    // Without an account a share earns nothing, and nothing is said of coins.
    const detail = referralCode === undefined ? undefined : () => outcomeOf(ulid);
    void shareLink(link, `Win ${formatMoney(amount, currency)} on Goodies`, { ...words, detail });
  };
}

export interface ShareButtonProps extends ButtonLook {
  readonly voucher: ShownVoucher;
  readonly children: ReactNode;
  readonly onShare?: (() => void) | undefined;
}

export function ShareButton(props: ShareButtonProps): ReactElement {
  const { voucher, children, onShare, ...look } = props;
  const share = useShare(voucher, VISITOR_WORDS);
  return (
    <Button
      {...look}
      onClick={() => {
        onShare?.();
        share();
      }}
    >
      <Icon of={share2Icon} size="sm" /> {children}
    </Button>
  );
}
