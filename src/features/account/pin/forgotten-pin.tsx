import { useState, type ReactElement } from 'react';

import { useConnectivity } from '../../../platform/connectivity.ts';
import { useCommand } from '../../../platform/form/use-command.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { FormNotes } from '../../../shared/form-notes.tsx';
import { Button } from '../../../ui/action/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';

/** Mails the link that chooses another PIN together with the password. */
export function ForgottenPin(): ReactElement {
  const [said, setSaid] = useState<string>();
  const { isBusy, failure, run } = useCommand(
    () => callWorker((worker) => worker.mailPinLink()),
    setSaid,
  );
  const isOffline = useConnectivity() === 'offline';
  return (
    <div className="stack g4">
      <p>
        We mail you a link. With it and your password you choose another PIN. After that nothing can
        leave your wallet for 24 hours, so that nobody who has only your password gets at your
        money.
      </p>
      <FormNotes failure={failure} />
      {said !== undefined && <Alert tone="ok">{said}</Alert>}
      <Button
        {...(said === undefined && { variant: 'primary' as const })}
        size="lg"
        block
        loading={isBusy}
        loadingLabel="Sending the mail"
        disabled={isOffline}
        onClick={() => run()}
      >
        {said === undefined ? 'Mail me the link' : 'Mail it again'}
      </Button>
    </div>
  );
}
