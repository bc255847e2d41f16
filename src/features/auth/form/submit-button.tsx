import { useId, type ReactElement, type ReactNode } from 'react';

import { useConnectivity } from '../../../platform/connectivity.ts';
import { useIsClient } from '../../../platform/clock/use-is-client.ts';
import { Button } from '../../../ui/action/button.tsx';

export interface SubmitButtonProps {
  readonly isSending: boolean;
  /** What a screen reader hears while it is sent. */
  readonly sendingLabel: string;
  readonly children: ReactNode;
}

/**
 * Sends a form that is of no use without the server. Until the app runs it is closed: a form that the browser
 * sends by itself would put a password into an address.
 */
export function SubmitButton({
  isSending,
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
        loading={isSending}
        loadingLabel={sendingLabel}
        disabled={!isRunning || isOffline}
        {...(isOffline && { 'aria-describedby': reasonId })}
      >
        {children}
      </Button>
      {isOffline && (
        <p id={reasonId} className="center sm muted">
          This needs a connection.
        </p>
      )}
    </>
  );
}
