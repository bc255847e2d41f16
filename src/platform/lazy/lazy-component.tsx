import {
  useEffect,
  useSyncExternalStore,
  type ComponentType,
  type ReactElement,
  type ReactNode,
} from 'react';
import { createListeners } from '../../../local/listeners.ts';

/** A part of a page whose code and styles come after the page has been taken over. */
export interface LazyPart<Props> {
  (props: Props & LazyPartProps): ReactElement;
  /** Fetches the code; after a failure it tries again. */
  preload(): Promise<void>;
}

interface LazyPartProps {
  /** Stands there until the code is here. */
  readonly before?: ReactNode;
}

/**
 * Something that a page needs only once somebody acts: it is neither on the server nor in the first render.
 * Unlike `React.lazy` it does not suspend, so what is around it stays as it is, and a failed download is
 * tried again by the next place that shows it.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;
  const listeners = createListeners();

  const preload = (): Promise<void> =>
    (loading ??= load().then(
      (component) => {
        loaded = component;
        listeners.notify();
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    ));

  function Part({ before, ...props }: Props & LazyPartProps): ReactElement {
    const Loaded = useSyncExternalStore(
      listeners.add,
      () => loaded,
      () => undefined,
    );
    useEffect(() => {
      preload().catch(() => undefined);
    }, []);
    // What is left of the props after `before` is taken out is the part's own.
    return Loaded ? <Loaded {...(props as unknown as Props)} /> : <>{before}</>;
  }
  return Object.assign(Part, { preload });
}
