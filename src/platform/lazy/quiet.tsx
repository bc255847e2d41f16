import { Component, Suspense, type ReactNode } from 'react';

interface Props {
  readonly fallback?: ReactNode;
  readonly children: ReactNode;
}

interface State {
  readonly hasFailed: boolean;
}

/** For parts of a screen that may be missing: while they load, and when they fail, the fallback stands there. */
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
