import { useId, type ReactElement, type ReactNode } from 'react';

import { ERRORS } from '../../../../../contract/errors.ts';
import { useConnectivity } from '../../../../platform/connectivity.ts';
import { useIsClient } from '../../../../platform/clock/use-is-client.ts';
import type { Sending } from './use-auth-form.ts';
import { Button } from '../../../../ui/action/button.tsx';

/** Said while the device does the work that a busy network takes. */
const CHECKING = ERRORS.work_required.message;

export interface SubmitButtonProps {
  readonly sending: Sending;
  /** What a screen reader hears while it is sent. */
  readonly sendingLabel: string;
  readonly children: ReactNode;
}

/**
 * Sends a form that is of no use without the server. Until the app runs it is closed: a form that the browser
 * sends by itself would put a password into an address.
 */
export function SubmitButton({
  sending: { isSending, isChecking },
  sendingLabel,
  children,
}: SubmitButtonProps): ReactElement {
  const reasonId = useId();
  const isRunning = useIsClient();
  const isOffline = useConnectivity() === 'offline';
  return (
    <>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        block
        loading={isSending && !isChecking}
        loadingLabel={sendingLabel}
        aria-disabled={isChecking}
        disabled={!isRunning || isOffline}
        {...(isOffline && { 'aria-describedby': reasonId })}
      >
        {isChecking ? CHECKING : children}
      </Button>
      <span className="vh" role="status">
        {isChecking && CHECKING}
      </span>
      {isOffline && (
        <p id={reasonId} className="center sm muted">
          This needs a connection.
        </p>
      )}
    </>
  );
}
