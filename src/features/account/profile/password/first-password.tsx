import { useState, type ReactElement } from 'react';

import { useConnectivity } from '../../../../platform/connectivity.ts';
import { useCommand } from '../../../../platform/form/use-command.ts';
import { callWorker } from '../../../../platform/worker/data-worker.ts';
import { Button } from '../../../../ui/action/button.tsx';
import { Alert } from '../../../../ui/feedback/alert.tsx';

/** For a user who has only ever logged in with Google: a password is chosen with a link in a mail. */
export function FirstPassword({ email }: { readonly email: string }): ReactElement {
  const [said, setSaid] = useState<string>();
  const { isBusy, failure, run } = useCommand(
    () => callWorker((worker) => worker.forgotPassword(email)),
    ({ message }) => setSaid(message),
  );
  const isOffline = useConnectivity() === 'offline';
  return (
    <section className="stack g4" aria-labelledby="first-password">
      <h2 id="first-password">Password</h2>
      <p className="muted">
        You log in with Google and have no password here. You need one to set a PIN or a passkey, to
        change your e-mail address and to delete your account. We send a link to {email}; choosing a
        password logs every device out.
      </p>
      {failure && <Alert tone="bad">{failure.message}</Alert>}
      {said !== undefined && <Alert tone="ok">{said}</Alert>}
      <Button block loading={isBusy} disabled={isOffline} onClick={() => run()}>
        Choose a password
      </Button>
      {isOffline && <p className="center sm muted">This needs a connection.</p>}
    </section>
  );
}
