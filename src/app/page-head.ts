import type { Voucher } from '../../contract/vouchers.ts';
import { escapeHtml } from '../../contract/document/escape-html.ts';
import { isOver } from '../shared/vouchers/voucher-reveal.ts';
import { voucherPageTitle, voucherTitle } from '../shared/vouchers/voucher-texts.ts';
import type { Seed, SeededVoucher } from '../../contract/document/seed.ts';
import { documentTitle, PRODUCT_NAME } from '../platform/document.ts';

const DESCRIPTION =
  'Guess the hidden digits of a voucher. The first right guess is paid to your wallet. In Nigeria, Ghana and Kenya.';
const PREVIEW_PICTURE = '/icons/icon-512.png';

const HOW_TO_WIN: Readonly<Record<Voucher['reveal_method'], string>> = {
  views: 'Digits open as views come in.',
  time: 'A digit opens when the time is up.',
  lottery: 'Everyone with the right digits shares the prize.',
};

const voucherDescription = (voucher: SeededVoucher): string => {
  const { creator, purpose, is_private: isPrivate, reveal_method: method } = voucher;
  const isPayment = purpose === 'payment';
  const use = isPayment ? 'Its money is paid to whoever redeems its code.' : HOW_TO_WIN[method];
  const invited = isPrivate ? 'A voucher for invited people only,' : 'A voucher';
  const kind = isPayment ? 'A payment voucher' : invited;
  return `${kind} by @${creator}. ${isOver(voucher) ? 'It is over.' : use}`;
};

export interface HeadRequest {
  readonly path: string;
  readonly title: string;
  readonly seed: Seed;
  readonly origin: string;
}

export function pageHead({ path, title, seed, origin }: HeadRequest) {
  const { voucher } = seed;
  const heading = voucher ? voucherTitle(voucher) : title;
  const description = voucher ? voucherDescription(voucher) : DESCRIPTION;
  // A video without a poster has a cover but no picture.
  const picture = voucher?.cover?.src || undefined;
  return {
    title: documentTitle(voucher ? voucherPageTitle(voucher) : title),
    meta: {
      description,
      'og:site_name': PRODUCT_NAME,
      'og:type': 'website',
      'og:title': heading,
      'og:description': description,
      ...(origin && {
        'og:url': origin + path,
        'og:image': new URL(picture ?? PREVIEW_PICTURE, origin).href,
      }),
      'twitter:card': picture ? 'summary_large_image' : 'summary',
    },
  };
}

export function headHtml({ title, meta }: ReturnType<typeof pageHead>): string {
  const tags = Object.entries(meta).map(([key, content]) => {
    const attribute = key.startsWith('og:') ? 'property' : 'name';
    return `<meta ${attribute}="${key}" content="${escapeHtml(content)}">`;
  });
  return `<title>${escapeHtml(title)}</title>${tags.join('')}`;
}
