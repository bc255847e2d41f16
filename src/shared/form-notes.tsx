import type { ReactElement, ReactNode } from 'react';

import { errorMessage } from '../../contract/errors.ts';
import type { Failure } from '../../contract/result.ts';
import { useConnectivity } from '../platform/connectivity.ts';
import { isOfNetwork } from '../platform/form/use-command.ts';
import { Alert } from '../ui/feedback/alert.tsx';

export interface FormNotesProps {
  readonly failure?: Failure | undefined;
  /** What helps after a failure. */
  readonly children?: ReactNode;
}

/** Why a form was not sent, or cannot be; that there is no network is said once. */
export function FormNotes({ failure, children }: FormNotesProps): ReactElement {
  const isOffline = useConnectivity() === 'offline';
  return (
    <>
      {failure && !(isOffline && isOfNetwork(failure)) && (
        <Alert tone="bad">
          {failure.message}
          {children}
        </Alert>
      )}
      {isOffline && <Alert tone="warn">{errorMessage('offline')}</Alert>}
    </>
  );
}
