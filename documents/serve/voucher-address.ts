/** Pages that are rendered with a voucher in them, by the file of their document without one. */
export type VoucherDocument = 'voucher.html' | 'live.html' | 'featured-giveaway.html';

export interface VoucherAddress {
  readonly document: VoucherDocument;
  /** Id or ulid in the one way of writing it; '' on the featured giveaway's page, which chooses by itself. */
  readonly id: string;
  /** The path of the page in the one way of writing it. */
  readonly path: string;
}

const FEATURED_PATH = '/featured-giveaway';
const VOUCHER_PATH = /^\/(v|lv)\/([0-9A-Za-z]{1,26})\/?$/;

/**
 * A ulid in capitals, a number without leading zeros: however it is written, one voucher is one page. More than ten
 * digits are a payment voucher's code, which may begin with zeros.
 */
const canonicalId = (id: string): string =>
  /^\d{1,10}$/.test(id) ? String(Number(id)) : id.toUpperCase();

/** Whether a path is that of a voucher's page, or of its proof, whatever it names. */
export const isVoucherPage = (path: string): boolean =>
  /^\/(?:lv\/[^/]+|v\/[^/]+(?:\/fairness)?)\/?$/i.test(path);

/** The voucher's page that a path names, if it names one. @param path without query */
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
