import type { ReactElement } from 'react';

import type { Failure } from '../../../../contract/result.ts';
import { ButtonLink } from '../../../ui/action/button.tsx';
import { ErrorState } from '../../../ui/feedback/states.tsx';

export interface AllowedFailedProps {
  readonly failure: Failure;
  readonly onRetry: () => void;
}

/** Why there is no list to manage, and the way back. */
export function AllowedFailed({ failure, onRetry }: AllowedFailedProps): ReactElement {
  const { status = 0, message } = failure;
  // What the server has refused it would refuse again.
  const isFinal = status >= 400 && status < 500;
  return (
    <ErrorState
      title={isFinal ? 'Nothing to manage' : 'Could not load'}
      message={message}
      {...(!isFinal && { onRetry })}
    >
      <ButtonLink href="/my-vouchers" {...(isFinal && { variant: 'primary' })}>
        Back to My Vouchers
      </ButtonLink>
    </ErrorState>
  );
}
