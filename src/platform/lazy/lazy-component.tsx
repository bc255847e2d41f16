import {
  createElement,
  useEffect,
  type ComponentType,
  type ReactElement,
  type ReactNode,
  Component,
  Suspense,
  useState,
} from 'react';

import { DEVICE_ERRORS } from '../../../contract/errors/device-errors.ts';
import { onNetworkReturn } from '../connectivity.ts';
import { createStore, useStore } from '../store.ts';
import { toast } from '../toast-store.ts';
import { createLoader } from './promises.ts';

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
  const loaded = createStore<ComponentType<Props> | undefined>(undefined);
  const { start: preload } = createLoader(async () => loaded.set(await load()));
  function Part({ before, ...props }: Props & LazyComponentProps): ReactElement {
    const Loaded = useStore(loaded);
    useEffect(() => {
      const tryToLoad = (): void => void preload().catch(() => undefined);
      tryToLoad();
      return onNetworkReturn(tryToLoad);
    }, []);
    return Loaded ? createElement(Loaded, props as unknown as Props) : <>{before}</>;
  }
  return Object.assign(Part, { preload });
}

interface SheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** If the download fails twice the sheet closes, so that the next tap retries. */
export function lazySheet<Props extends SheetProps>(
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  const Part = lazyComponent(load);
  function LazySheet(props: Props): ReactElement {
    const { open, onClose } = props;
    useEffect(() => {
      if (!open) return;
      Part.preload().catch(() => {
        toast(DEVICE_ERRORS.network.message, { kind: 'error' });
        onClose();
      });
    }, [open, onClose]);
    return <Part {...props} />;
  }
  return Object.assign(LazySheet, { preload: () => Part.preload() });
}

interface Props {
  readonly fallback?: ReactNode;
  readonly children: ReactNode;
}

interface State {
  readonly hasFailed: boolean;
}

/** An error boundary for optional parts: the fallback stays while they load or when they fail. */
export class Quiet extends Component<Props, State> {
  override state: State = { hasFailed: false };

  static getDerivedStateFromError(): State {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    const { fallback, children } = this.props;
    if (this.state.hasFailed) return fallback;
    return <Suspense fallback={fallback}>{children}</Suspense>;
  }
}

export function useOnceTrue(holds: boolean): boolean {
  const [hasHeld, setHasHeld] = useState(holds);
  if (holds && !hasHeld) setHasHeld(true);
  return holds || hasHeld;
}
