import type { ReactElement } from 'react';

import type { Failure } from '../../../../contract/result.ts';
import { ButtonLink } from '../../../ui/action/button.tsx';
import { EmptyState, ErrorState } from '../../../ui/feedback/states.tsx';

export interface AnalyticsFailedProps {
  readonly failure: Failure;
  readonly onRetry: () => void;
}

/** Why there are no figures to see, and the way back. */
export function AnalyticsFailed({ failure, onRetry }: AnalyticsFailedProps): ReactElement {
  const { status, message } = failure;
  if (status !== 403 && status !== 404 && status !== 422) {
    return (
      <ErrorState message={message} onRetry={onRetry}>
        <ButtonLink href="/my-vouchers">Back to My Vouchers</ButtonLink>
      </ErrorState>
    );
  }
  return (
    <div role="alert">
      <EmptyState
        title={status === 403 ? 'No access' : 'Nothing to show'}
        action={
          <ButtonLink variant="primary" href="/my-vouchers">
            Back to My Vouchers
          </ButtonLink>
        }
      >
        {message}
      </EmptyState>
    </div>
  );
}
