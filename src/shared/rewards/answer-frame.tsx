import type { ReactElement, ReactNode } from 'react';

import { useConnectivity } from '../../platform/connectivity.ts';
import { RetryAlert } from '../../ui/feedback/alert.tsx';
import { UnsavedState, ErrorState } from '../../ui/feedback/states.tsx';
import type { AnswerView } from './use-answer.ts';

export interface AnswerFrameProps<Answer> {
  readonly view: AnswerView<Answer>;
  readonly awaited: ReactNode;
  readonly children: (answer: Answer) => ReactNode;
}

export function AnswerFrame<Answer>(props: AnswerFrameProps<Answer>): ReactElement {
  const { view, awaited, children } = props;
  const isOffline = useConnectivity() === 'offline';
  if (view.phase === 'loading') return <>{awaited}</>;
  if (view.phase === 'ready') {
    return (
      <>
        {/* Without a network the bar at the top says so. */}
        {view.failure && !isOffline && (
          <RetryAlert onRetry={view.retry}>{view.failure.message}</RetryAlert>
        )}
        {children(view.answer)}
      </>
    );
  }
  return isOffline ? (
    <UnsavedState />
  ) : (
    <ErrorState message={view.failure.message} onRetry={view.retry} />
  );
}
