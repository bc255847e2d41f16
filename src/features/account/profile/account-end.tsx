import { useState, type ReactElement } from 'react';

import { isUnanswered } from '../../../../contract/errors/is-unanswered.ts';
import { UPLOAD_CALL_TIMEOUT_MS } from '../../../../contract/constants.ts';
import type { Failure } from '../../../../contract/result.ts';
import { EVENTS } from '../../../../contract/storage-keys.ts';
import { PasswordFirst } from '../password-first.tsx';
import { useConnectivity } from '../../../platform/connectivity.ts';
import { toastFailure, useCommand } from '../../../platform/form/use-command.ts';
import { navigate } from '../../../platform/routing/router.tsx';
import { saveFile } from '../../../platform/save-file.ts';
import { hasSessionExpired } from '../../../platform/session/session.ts';
import { signOut } from '../../../platform/session/sign-out.ts';
import { notify } from '../../../platform/toast-store.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { Button } from '../../../ui/action/button.tsx';
import { Card } from '../../../ui/layout/layout.tsx';
import { Sheet } from '../../../ui/overlay/sheet.tsx';
import { ConfirmWithPassword } from './confirm-with-password.tsx';

export function AccountEnd({ hasPassword }: { readonly hasPassword: boolean }): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  const isOffline = useConnectivity() === 'offline';
  const download = useCommand(
    () => callWorker((worker) => worker.downloadExport(), { timeoutMs: UPLOAD_CALL_TIMEOUT_MS }),
    (file) => saveFile(file, 'goodies.json'),
    toastFailure,
  );
  return (
    <Card className="stack g3" aria-labelledby="data">
      <h2 id="data">Your data</h2>
      <Button block loading={download.isBusy} disabled={isOffline} onClick={() => download.run()}>
        Download my data
      </Button>
      <Button block disabled={isOffline} onClick={() => setIsOpen(true)}>
        Delete my account
      </Button>
      <Sheet open={isOpen} onClose={() => setIsOpen(false)} title="Delete my account">
        {hasPassword ? <DeleteForm /> : <PasswordFirst />}
      </Sheet>
    </Card>
  );
}

function tellMayBeDeleted(): void {
  if (!hasSessionExpired()) return;
  navigate('/welcome', { replace: true });
  notify('You are logged out. If your first try has arrived, your account is deleted by now.');
}

function DeleteForm(): ReactElement {
  const run = async (password: string): Promise<Failure | undefined> => {
    const result = await callWorker((worker) => worker.deleteAccount({ password }));
    if (!result.ok) {
      if (isUnanswered(result.error))
        addEventListener(EVENTS.authStateChanged, tellMayBeDeleted, { once: true });
      return result.error;
    }
    await signOut();
    navigate('/welcome');
    notify(result.value, { kind: 'success' });
    return undefined;
  };
  return (
    <ConfirmWithPassword submit="Delete my account for good" variant="danger" run={run}>
      Your name, e-mail address and photo are deleted, and you are logged out everywhere. This
      cannot be undone. Your wallet has to be empty and your vouchers ended. Your lottery entries
      win nothing any more.
    </ConfirmWithPassword>
  );
}
