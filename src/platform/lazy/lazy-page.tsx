import { createElement, use, type ComponentType, type ReactElement } from 'react';

import { createLoader } from './promises.ts';

export interface LazyPage {
  (): ReactElement;
  preload(): Promise<void>;
}

/** Unlike `React.lazy`, a preloaded page does not suspend, which hydration needs. */
export function lazyPage(load: () => Promise<{ default: ComponentType }>): LazyPage {
  let loaded: ComponentType | undefined;
  const { start, last } = createLoader(async () => (loaded = (await load()).default));
  // A failed promise is reused, because React would retry for ever with new promises.
  const Page = (): ReactElement => createElement(loaded ?? use(last()));
  const preload = async (): Promise<void> => void (await start());
  return Object.assign(Page, { preload });
}
