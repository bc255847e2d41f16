import { Component, type ReactNode } from 'react';

import { takeUpdate } from '../platform/pwa/take-update.ts';
import { Button } from '../ui/action/button.tsx';
import { Page } from '../ui/layout/layout.tsx';
import { routeFor } from './match-route.ts';
import css from './page-message.module.css';

interface Props {
  /** Another path is another chance. */
  readonly path: string;
  readonly children: ReactNode;
}

interface State {
  readonly failedPath: string | undefined;
}

const reload = (): void => location.reload();

/**
 * Loads the page anew. Where a newer version waits it is taken: the server may have the missing code of this one no
 * longer, and the service worker would serve the same page again.
 */
async function loadAgain(): Promise<void> {
  // Not every browser has it, though TypeScript thinks so.
  const { serviceWorker } = navigator as Partial<Navigator>;
  if (!serviceWorker) return reload();
  takeUpdate(serviceWorker, await serviceWorker.getRegistration().catch(() => undefined), reload);
}

/** Stands in for a page that could not be shown, most often because its code could not be fetched. */
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
    // Fetched again now, so that it is there when the user comes back to this page.
    routeFor(this.props.path)
      .page.preload()
      .catch(() => undefined);
  }

  override render(): ReactNode {
    if (this.state.failedPath === undefined) return this.props.children;
    return (
      <Page className={css['message']} role="alert">
        <h1>This page did not load</h1>
        <p className="muted">Check your connection, then load it again.</p>
        <Button variant="primary" onClick={() => void loadAgain()}>
          Load again
        </Button>
      </Page>
    );
  }
}
