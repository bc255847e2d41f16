import type { ReactElement } from 'react';

import { coverMediaClass } from '../../ui/ticket-cover.tsx';
import type { ShownVoucher } from './shown-voucher.ts';

/**
 * The tiny WebP stretched to the cover's own size by an SVG around it. Written as CSS takes it without quotes,
 * and with the preview as it stands in the seed too, so that the document carries it compressed once.
 */
const asBackground = (preview: string, width: number, height: number): string =>
  `url(data:image/svg+xml,%3Csvg%20xmlns=%22http://www.w3.org/2000/svg%22%20width=%22${width}%22%20height=%22${height}%22%3E%3Cimage%20width=%22100%25%22%20height=%22100%25%22%20preserveAspectRatio=%22none%22%20href=%22data:image/webp;base64,${preview}%22/%3E%3C/svg%3E)50%/cover`;

/**
 * What lies behind the cover's picture until that has loaded; nothing without a preview. It stays: the picture
 * covers all of it. An element of its own, because browsers count the background of an <img> as no paint.
 */
export function CoverPreview({ voucher }: { readonly voucher: ShownVoucher }): ReactElement | null {
  const { preview, cover } = voucher;
  if (preview === undefined || !cover) return null;
  const background = asBackground(preview, cover.width, cover.height);
  return <span className={coverMediaClass} style={{ background }} aria-hidden="true" />;
}
