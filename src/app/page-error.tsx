import { Component, type ReactNode } from 'react';

import { takeUpdate } from '../platform/pwa/take-update.ts';
import { Button } from '../ui/action/button.tsx';
import { Page } from '../ui/layout/layout.tsx';
import { routeFor } from './match-route.ts';
import { cx } from '../ui/cx.ts';
import css from './page-message.module.css';

interface Props {
  readonly path: string;
  readonly children: ReactNode;
}

interface State {
  readonly failedPath: string | undefined;
}

const reload = (): void => location.reload();

/** Activates a waiting update first, because the server may lack the old version's code. */
async function loadAgain(): Promise<void> {
  // Some browsers lack it, although TypeScript says that it always exists.
  const { serviceWorker } = navigator as Partial<Navigator>;
  if (!serviceWorker) return reload();
  takeUpdate(serviceWorker, await serviceWorker.getRegistration().catch(() => undefined), reload);
}

export class PageError extends Component<Props, State> {
  override state: State = { failedPath: undefined };

  static getDerivedStateFromError(): Partial<State> {
    return { failedPath: '' };
  }

  static getDerivedStateFromProps({ path }: Props, { failedPath }: State): Partial<State> | null {
    if (failedPath === '') return { failedPath: path };
    return failedPath !== undefined && failedPath !== path ? { failedPath: undefined } : null;
  }

  override componentDidCatch(): void {
    routeFor(this.props.path)
      .page.preload()
      .catch(() => undefined);
  }

  override render(): ReactNode {
    if (this.state.failedPath === undefined) return this.props.children;
    return (
      <Page className={cx('column', css['message'])} role="alert">
        <h1>This page did not load</h1>
        <p className="muted">Check your connection, then load it again.</p>
        <Button variant="primary" onClick={() => void loadAgain()}>
          Load again
        </Button>
      </Page>
    );
  }
}
