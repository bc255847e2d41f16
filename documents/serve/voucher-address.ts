export type VoucherDocument = 'voucher.html' | 'live.html' | 'featured-giveaway.html';

export interface VoucherAddress {
  readonly document: VoucherDocument;
  readonly id: string;
  readonly path: string;
}

const FEATURED_PATH = '/featured-giveaway';
const VOUCHER_PATH = /^\/(v|lv)\/([0-9A-Za-z]{1,26})\/?$/;

/** Normalizes an id; more than ten digits are a payment code, which may begin with zeros. */
const canonicalId = (id: string): string =>
  /^\d{1,10}$/.test(id) ? String(Number(id)) : id.toUpperCase();

export const isVoucherPage = (path: string): boolean =>
  /^\/(?:lv\/[^/]+|v\/[^/]+(?:\/fairness)?)\/?$/i.test(path);

export function voucherAddress(path: string): VoucherAddress | undefined {
  if (path === FEATURED_PATH) return { document: 'featured-giveaway.html', id: '', path };
  const [, view, written] = VOUCHER_PATH.exec(path) ?? [];
  if (written === undefined) return undefined;
  const id = canonicalId(written);
  return {
    document: view === 'lv' ? 'live.html' : 'voucher.html',
    id,
    path: `/${view ?? 'v'}/${id}`,
  };
}
