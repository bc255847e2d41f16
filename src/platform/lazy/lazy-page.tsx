import { createElement, use, type ComponentType, type ReactElement } from 'react';

import { tryTwice } from './try-twice.ts';

/** A page whose code is fetched when it is first needed, or before. */
export interface LazyPage {
  (): ReactElement;
  /** Fetches the code; after a failure it tries again. */
  preload(): Promise<void>;
}

/**
 * Like `React.lazy`, with two differences: a page that was preloaded renders at once, without suspending
 * (the server and the first render of a hydration depend on it), and a failed download can be tried again.
 */
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
    // A failed download stays failed for rendering: a new promise each time would make React try for ever.
    return createElement(loaded ?? use(loading ?? start()));
  }
  const preload = (): Promise<void> =>
    (loading && !hasFailed ? loading : start()).then(() => undefined);
  return Object.assign(Page, { preload });
}
