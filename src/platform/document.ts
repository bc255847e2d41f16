import { useEffect, createContext, use, useSyncExternalStore } from 'react';

import { SEED_ELEMENT_ID, type Seed } from '../../contract/document/seed.ts';

export const PRODUCT_NAME = 'Goodies';

export const documentTitle = (title: string): string =>
  title === PRODUCT_NAME ? PRODUCT_NAME : `${title} · ${PRODUCT_NAME}`;

export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = documentTitle(title);
  }, [title]);
}

export const SeedContext = createContext<Seed>({});

export const useSeed = (): Seed => use(SeedContext);

export function readSeed(): Seed {
  const text = document.getElementById(SEED_ELEMENT_ID)?.textContent;
  if (!text) return {};
  return JSON.parse(text) as Seed;
}

const never = (): (() => void) => () => undefined;

/** True after hydration; for values that only the device knows and the HTML cannot contain. */
export const useIsClient = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
