import { createElement, use, type ComponentType, type ReactElement } from 'react';

import { tryTwice } from './promises.ts';

export interface LazyPage {
  (): ReactElement;
  preload(): Promise<void>;
}

/** Unlike `React.lazy`, a preloaded page does not suspend, which hydration needs. */
export function lazyPage(load: () => Promise<{ default: ComponentType }>): LazyPage {
  let loaded: ComponentType | undefined;
  let loading: Promise<ComponentType> | undefined;
  let hasFailed = false;
  const start = (): Promise<ComponentType> => {
    hasFailed = false;
    loading = tryTwice(load).then(
      (module) => (loaded = module.default),
      (error: unknown) => {
        hasFailed = true;
        throw error;
      },
    );
    return loading;
  };
  function Page(): ReactElement {
    // A failed promise is reused, because React would retry for ever with new promises.
    return createElement(loaded ?? use(loading ?? start()));
  }
  const preload = (): Promise<void> =>
    (loading && !hasFailed ? loading : start()).then(() => undefined);
  return Object.assign(Page, { preload });
}
