import { Suspense, type ReactElement, type ReactNode } from 'react';

import type { Answers, Asked } from '../../../local/queries/answers.ts';
import type { Failure } from '../../../contract/result.ts';
import { useConnectivity } from '../../platform/connectivity.ts';
import { RetryAlert } from '../../ui/feedback/alert.tsx';
import { UnsavedState, ErrorState } from '../../ui/feedback/states.tsx';
import { useAnswer } from './use-answer.ts';

interface AnswerProps<Path extends keyof Answers> {
  readonly asked: Asked<Path>;
  readonly awaited: ReactNode;
  /** `failure`: why it may not be what the server would say now. */
  readonly children: (answer: Answers[Path], failure: Failure | undefined) => ReactNode;
}

function AnswerFrame<Path extends keyof Answers>(props: AnswerProps<Path>): ReactElement {
  const { asked, awaited, children } = props;
  const view = useAnswer(asked);
  const isOffline = useConnectivity() === 'offline';
  if (view.phase === 'loading') return <>{awaited}</>;
  if (view.phase === 'ready') {
    return (
      <>
        {/* Without a network the bar at the top says so. */}
        {view.failure && !isOffline && (
          <RetryAlert onRetry={view.retry}>{view.failure.message}</RetryAlert>
        )}
        {children(view.answer, view.failure)}
      </>
    );
  }
  return isOffline ? (
    <UnsavedState />
  ) : (
    <ErrorState message={view.failure.message} onRetry={view.retry} />
  );
}

export const Answer = <Path extends keyof Answers>(props: AnswerProps<Path>): ReactElement => (
  <Suspense fallback={props.awaited}>
    <AnswerFrame {...props} />
  </Suspense>
);
