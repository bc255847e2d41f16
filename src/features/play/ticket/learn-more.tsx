import type { ReactElement } from 'react';
import externalLinkIcon from 'lucide/dist/esm/icons/external-link.mjs';
import infoIcon from 'lucide/dist/esm/icons/info.mjs';

import { trackLinkClick } from '../../../platform/tracking.ts';
import { TextButton, TextLink } from '../../../ui/action/button.tsx';
import { toast } from '../../../platform/toast-store.ts';
import type { ShownVoucher } from '../../../shared/vouchers/shown-voucher.ts';
import { Icon } from '../../../ui/icon.tsx';

/** The creator's own link or words. */
export function LearnMore({ voucher }: { readonly voucher: ShownVoucher }): ReactElement | null {
  const { ad_url: url, ad_copy: copy, ulid } = voucher;
  if (url) {
    return (
      <TextLink href={url} isUserContent onClick={() => void trackLinkClick(ulid)}>
        Learn more <Icon of={externalLinkIcon} size="sm" />
      </TextLink>
    );
  }
  if (!copy) return null;
  const tell = (): void => {
    toast(copy, { durationMs: 0 });
    void trackLinkClick(ulid);
  };
  return (
    <TextButton onClick={tell}>
      Learn more <Icon of={infoIcon} size="sm" />
    </TextButton>
  );
}
