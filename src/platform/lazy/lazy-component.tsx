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

export interface LazyComponent<Props> {
  (props: Props & LazyComponentProps): ReactElement;
  preload(): Promise<void>;
}

interface LazyComponentProps {
  readonly before?: ReactNode;
}

/** Unlike `React.lazy` it never suspends, and it retries a failed download. */
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
    return Loaded ? <Loaded {...(props as unknown as Props)} /> : <>{before}</>;
  }
  return Object.assign(Part, { preload });
}
