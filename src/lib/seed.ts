import { createContext, use } from 'react';

import type { VoucherDetail } from '../../contract/vouchers.ts';

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

/** Data that the server rendered a page with and sent along, so that the first render in the browser is the same. */
export interface Seed {
  /** The voucher as a signed-out caller sees it. */
  readonly voucher?: SeededVoucher;
}

/** Element that carries the seed in the document. */
export const SEED_ELEMENT_ID = 'seed';

export const SeedContext = createContext<Seed>({});

/** The document's seed; empty once the person has gone to another page. */
export const useSeed = (): Seed => use(SeedContext);

/** As the text of a script element, in which no HTML can begin or end; without what no screen shows. */
export function serializeSeed(seed: Seed): string {
  const unsent = new Set<string>(UNSENT);
  const json = JSON.stringify(seed, (key, value: unknown) => (unsent.has(key) ? undefined : value));
  return json.replaceAll('<', '\\u003c');
}

/** Reads the seed of the document; empty when there is none. */
export function readSeed(): Seed {
  const text = document.getElementById(SEED_ELEMENT_ID)?.textContent;
  if (!text) return {};
  // Written by our own server into our own document.
  return JSON.parse(text) as Seed;
}
