import type { VoucherDetail } from '../vouchers.ts';

/** What no screen shows of a voucher that comes with its document: each byte of it delays the first paint. */
const UNSENT = [
  'share_url',
  'commitment',
  'link_click_count',
  'code_length',
] as const satisfies readonly (keyof VoucherDetail)[];

/** Fields of a voucher that a document does not carry. */
export type UnsentField = (typeof UNSENT)[number];
/** A voucher as a document carries it. */
export type SeededVoucher = Omit<VoucherDetail, UnsentField>;

/** Data that the server rendered a page with and sent along, so that hydration renders the same. */
export interface Seed {
  /** The voucher as a signed-out caller sees it. */
  readonly voucher?: SeededVoucher;
}

/** Element that carries the seed in the document. */
export const SEED_ELEMENT_ID = 'seed';

/** As the text of a script element, in which no HTML can begin or end; without what no screen shows. */
export function serializeSeed(seed: Seed): string {
  const unsent = new Set<string>(UNSENT);
  const json = JSON.stringify(seed, (key, value: unknown) => (unsent.has(key) ? undefined : value));
  return json.replaceAll('<', '\\u003c');
}
