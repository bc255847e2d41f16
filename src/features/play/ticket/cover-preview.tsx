import type { ReactElement } from 'react';

import { coverMediaClass } from '../../../ui/ticket/ticket.tsx';
import type { ShownVoucher } from '../../../shared/vouchers/shown-voucher.ts';

/** Whether there is something to show until the cover's picture has loaded. */
export const hasPreview = ({ preview, cover }: ShownVoucher): boolean =>
  preview !== undefined && Boolean(cover);

/**
 * What lies behind the cover's picture until that has loaded; nothing without a preview. It stays: the picture
 * covers all of it. An element of its own, because browsers count the background of an <img> as no paint.
 */
export function CoverPreview({ voucher }: { readonly voucher: ShownVoucher }): ReactElement | null {
  if (!hasPreview(voucher)) return null;
  // The preview as it stands in the seed, too, so that the document carries it compressed once.
  const background = `url(data:image/webp;base64,${voucher.preview})50%/cover`;
  return <span className={coverMediaClass} style={{ background }} aria-hidden="true" />;
}
