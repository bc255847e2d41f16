import type { ReactElement } from 'react';

import { errorMessage } from '../../../../contract/errors.ts';
import type { Failure } from '../../../../contract/result.ts';
import type { CreateState } from '../create/use-create-and-pay.ts';
import { isOfNetwork } from '../../../platform/form/use-command.ts';
import { AppLink } from '../../../ui/action/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { UploadProgress } from '../../../ui/form/upload-progress.tsx';

export interface PostOutcomeProps {
  readonly state: CreateState;
  readonly failure: Failure | undefined;
  readonly hasCover: boolean;
  readonly isOffline: boolean;
}

export function PostOutcome(props: PostOutcomeProps): ReactElement {
  const { state, failure, hasCover, isOffline } = props;
  return (
    <div className="stack g3">
      {failure && (
        <Alert tone="bad">
          {failure.message}
          {state.phase === 'editing' && state.isMade && (
            <>
              {' '}
              {isOfNetwork(failure)
                ? 'Your giveaway is saved, and may be live already: see'
                : 'Your giveaway is saved, not live. Pay for it here or in'}{' '}
              <AppLink className="link" href="/my-vouchers">
                My Vouchers
              </AppLink>
              .
            </>
          )}
        </Alert>
      )}
      {isOffline && <Alert tone="warn">{errorMessage('offline')} Your draft is kept.</Alert>}
      {state.phase === 'creating' && hasCover && <UploadProgress fraction={state.fraction} />}
    </div>
  );
}
