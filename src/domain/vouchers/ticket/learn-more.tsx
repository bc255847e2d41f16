import type { ReactElement } from 'react';

import { trackLinkClick } from '../../../platform/tracking.ts';
import { ExternalLinkIcon } from '../../../ui/icons/external-link-icon.tsx';
import { InfoIcon } from '../../../ui/icons/info-icon.tsx';
import { TextButton, TextLink } from '../../../ui/action/text-button.tsx';
import { toast } from '../../../platform/toast-store.ts';
import type { ShownVoucher } from '../shown-voucher.ts';

/** The creator's own link or words. */
export function LearnMore({ voucher }: { readonly voucher: ShownVoucher }): ReactElement | null {
  const { ad_url: url, ad_copy: copy, ulid } = voucher;
  if (url) {
    return (
      <TextLink href={url} isUserContent onClick={() => void trackLinkClick(ulid)}>
        Learn more <ExternalLinkIcon size="sm" />
      </TextLink>
    );
  }
  if (!copy) return null;
  return (
    <TextButton onClick={() => toast(copy, { durationMs: 0 })}>
      Learn more <InfoIcon size="sm" />
    </TextButton>
  );
}
