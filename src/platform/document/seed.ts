import { createContext, use } from 'react';

import { SEED_ELEMENT_ID, type Seed } from '../../../contract/document/seed.ts';

export const SeedContext = createContext<Seed>({});

/** The document's seed; empty once the user has gone to another page. */
export const useSeed = (): Seed => use(SeedContext);

/** Reads the seed of the document; empty when there is none. */
export function readSeed(): Seed {
  const text = document.getElementById(SEED_ELEMENT_ID)?.textContent;
  if (!text) return {};
  // Written by our own server into our own document.
  return JSON.parse(text) as Seed;
}
