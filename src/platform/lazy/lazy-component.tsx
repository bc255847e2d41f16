import {
  useEffect,
  useSyncExternalStore,
  type ComponentType,
  type ReactElement,
  type ReactNode,
} from 'react';
import { createListeners } from '../../../local/listeners.ts';
import { onNetworkReturn } from '../connectivity.ts';
import { tryTwice } from './try-twice.ts';

/** A component whose code and styles are fetched after hydration. */
export interface LazyComponent<Props> {
  (props: Props & LazyComponentProps): ReactElement;
  /** Fetches the code; after a failure it tries again. */
  preload(): Promise<void>;
}

interface LazyComponentProps {
  /** Stands there until the code is here. */
  readonly before?: ReactNode;
}

/**
 * Something that a page needs only once its user acts: it is neither on the server nor in the first render.
 * Unlike `React.lazy` it does not suspend, so what is around it stays as it is, and a failed download is
 * tried again by the next place that shows it, and when the network returns.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;
  const listeners = createListeners();

  const preload = (): Promise<void> =>
    (loading ??= tryTwice(load).then(
      (component) => {
        loaded = component;
        listeners.notify();
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    ));

  function Part({ before, ...props }: Props & LazyComponentProps): ReactElement {
    const Loaded = useSyncExternalStore(
      listeners.add,
      () => loaded,
      () => undefined,
    );
    useEffect(() => {
      const tryToLoad = (): void => void preload().catch(() => undefined);
      tryToLoad();
      return onNetworkReturn(tryToLoad);
    }, []);
    // What is left of the props without `before` is the component's own.
    return Loaded ? <Loaded {...(props as unknown as Props)} /> : <>{before}</>;
  }
  return Object.assign(Part, { preload });
}
