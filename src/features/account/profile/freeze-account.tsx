import { useState, type ReactElement } from 'react';

import type { User } from '../../../../contract/accounts.ts';
import { useConnectivity } from '../../../platform/connectivity.ts';
import { useCommand } from '../../../platform/form/use-command.ts';
import { navigate } from '../../../platform/routing/router.tsx';
import { signOut } from '../../../platform/session/sign-out.ts';
import { notify } from '../../../platform/toast-store.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { Button } from '../../../ui/action/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Card } from '../../../ui/layout/layout.tsx';
import { Sheet } from '../../../ui/overlay/sheet.tsx';

/** Freezes the account where the user fears a thief, or mails the link that unfreezes it. */
export function FreezeAccount({ user }: { readonly user: User }): ReactElement {
  return (
    <Card className="stack g3" aria-labelledby="freeze">
      <h2 id="freeze">{user.frozen ? 'Your account is frozen' : 'Is somebody in your account?'}</h2>
      {user.frozen ? <Unfreeze /> : <Freeze />}
    </Card>
  );
}

function Unfreeze(): ReactElement {
  const [said, setSaid] = useState<string>();
  const { isBusy, failure, run } = useCommand(
    () => callWorker((worker) => worker.mailUnfreezeLink()),
    setSaid,
  );
  const isOffline = useConnectivity() === 'offline';
  return (
    <>
      <p className="muted">
        No money can leave it. We mail you a link that unfreezes it; money can leave 24 hours after
        you open that. If you changed your e-mail address in the last 7 days, the link goes to the
        address before.
      </p>
      {failure && <Alert tone="bad">{failure.message}</Alert>}
      {said !== undefined && <Alert tone="ok">{said}</Alert>}
      <Button
        variant="primary"
        block
        loading={isBusy}
        loadingLabel="Sending the mail"
        disabled={isOffline}
        onClick={() => run()}
      >
        Mail me the link
      </Button>
      {isOffline && <p className="center sm muted">This needs a connection.</p>}
    </>
  );
}

function Freeze(): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  const { isBusy, failure, run } = useCommand(
    () => callWorker((worker) => worker.freezeAccount()),
    (message) => {
      // The server has ended this session, too.
      void signOut().then(() => {
        navigate('/login');
        notify(message, { kind: 'success' });
      });
    },
  );
  const isOffline = useConnectivity() === 'offline';
  return (
    <>
      <p className="muted">
        Freeze it, and no money leaves until you open a link that we mail you.
      </p>
      <Button block disabled={isOffline} onClick={() => setIsOpen(true)}>
        Freeze my account
      </Button>
      <Sheet open={isOpen} onClose={() => setIsOpen(false)} title="Freeze my account?">
        <div className="stack g4">
          <p>
            No money can leave your account, and every device is logged out, this one too. You can
            log in again with your password. To unfreeze it you open a link that we mail you, and 24
            hours later money can leave again.
          </p>
          {failure && <Alert tone="bad">{failure.message}</Alert>}
          <Button
            variant="danger"
            block
            loading={isBusy}
            loadingLabel="Freezing the account"
            disabled={isOffline}
            onClick={() => run()}
          >
            Freeze my account
          </Button>
          <Button block onClick={() => setIsOpen(false)}>
            Cancel
          </Button>
        </div>
      </Sheet>
    </>
  );
}
