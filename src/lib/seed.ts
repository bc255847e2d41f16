import { createContext, use } from 'react';

import type { VoucherDetail } from '../../contract/vouchers.ts';

/** Data that the server rendered a page with and sent along, so that the first render in the browser is the same. */
export interface Seed {
  /** The voucher as a signed-out caller sees it. */
  readonly voucher?: VoucherDetail;
}

/** Element that carries the seed in the document. */
export const SEED_ELEMENT_ID = 'seed';

export const SeedContext = createContext<Seed>({});

/** The document's seed; empty once the person has gone to another page. */
export const useSeed = (): Seed => use(SeedContext);

/** As the text of a script element, in which no HTML can begin or end. */
export const serializeSeed = (seed: Seed): string =>
  JSON.stringify(seed).replaceAll('<', '\\u003c');

/** Reads the seed of the document; empty when there is none. */
export function readSeed(): Seed {
  const text = document.getElementById(SEED_ELEMENT_ID)?.textContent;
  if (!text) return {};
  // Written by our own server into our own document.
  return JSON.parse(text) as Seed;
}
