import { createElement, use, type ComponentType, type ReactElement } from 'react';

/** A page whose code is fetched when it is first needed, or before. */
export interface LazyPage {
  (): ReactElement;
  /** Fetches the code; safe to call again, also after a failure. */
  preload(): Promise<void>;
}

/**
 * Like `React.lazy`, with two differences: a page that was preloaded renders at once, without suspending
 * (the server and the first render of a hydration depend on it), and a failed download can be tried again.
 */
export function lazyPage(load: () => Promise<{ default: ComponentType }>): LazyPage {
  let loaded: ComponentType | undefined;
  let loading: Promise<ComponentType> | undefined;
  const fetchOnce = (): Promise<ComponentType> => {
    loading ??= load().then(
      (module) => (loaded = module.default),
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  function Page(): ReactElement {
    return createElement(loaded ?? use(fetchOnce()));
  }
  return Object.assign(Page, { preload: () => fetchOnce().then(() => undefined) });
}
