import type { ReactElement } from 'react';

import { errorMessage } from '../../../contract/errors.ts';
import type { Failure } from '../../../contract/result.ts';
import { Alert } from '../../ui/feedback/alert.tsx';

export interface PaymentTroubleProps {
  /** Why the payment could not be begun. */
  readonly failure: Failure | undefined;
  readonly isOffline: boolean;
}

/** What stands above the button of a payment's form when it could not be begun, or cannot be now. */
export const PaymentTrouble = ({ failure, isOffline }: PaymentTroubleProps): ReactElement => (
  <>
    {failure && (
      <Alert tone="bad">
        {failure.message}
        <br />
        Try again, or pay another way.
      </Alert>
    )}
    {isOffline && <Alert tone="warn">{errorMessage('offline')}</Alert>}
  </>
);
