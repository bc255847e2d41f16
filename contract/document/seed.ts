import type { VoucherDetail } from '../vouchers.ts';

const UNSENT = [
  'share_url',
  'commitment',
  'link_click_count',
  'code_length',
] as const satisfies readonly (keyof VoucherDetail)[];

export type UnsentField = (typeof UNSENT)[number];
export type SeededVoucher = Omit<VoucherDetail, UnsentField>;

export interface Seed {
  readonly voucher?: SeededVoucher;
}

export const SEED_ELEMENT_ID = 'seed';

/** Makes JSON that is safe inside a script element, without the fields that no screen shows. */
export function serializeSeed(seed: Seed): string {
  const unsent = new Set<string>(UNSENT);
  const json = JSON.stringify(seed, (key, value: unknown) => (unsent.has(key) ? undefined : value));
  return json.replaceAll('<', '\\u003c');
}
