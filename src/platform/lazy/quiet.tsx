import { Component, Suspense, type ReactNode } from 'react';

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
