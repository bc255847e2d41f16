import { createContext, use } from 'react';

import { SEED_ELEMENT_ID, type Seed } from '../../../contract/document/seed.ts';

export const SeedContext = createContext<Seed>({});

export const useSeed = (): Seed => use(SeedContext);

export function readSeed(): Seed {
  const text = document.getElementById(SEED_ELEMENT_ID)?.textContent;
  if (!text) return {};
  return JSON.parse(text) as Seed;
}
