import { useState, type FormEvent, type ReactElement } from 'react';

import { UPLOAD_TIMEOUT_MS } from '../../../contract/constants.ts';
import { useConnectivity } from '../../platform/connectivity.ts';
import { useFormErrors } from '../../platform/form/use-form-errors.ts';
import { navigate } from '../../platform/routing/router.tsx';
import { saveFile } from '../../platform/save-file.ts';
import { signOut } from '../../platform/session/sign-out.ts';
import { notify, toast } from '../../platform/toast-store.ts';
import { callWorker } from '../../platform/worker/data-worker.ts';
import { Button } from '../../ui/action/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Field } from '../../ui/form/field.tsx';
import { PasswordInput } from '../../ui/form/password-input.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Sheet } from '../../ui/overlay/sheet.tsx';

/** Taking one's data along, and deleting the account. */
export function AccountEnd(): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const isOffline = useConnectivity() === 'offline';
  const save = async (): Promise<void> => {
    setIsSaving(true);
    const result = await callWorker((worker) => worker.downloadExport(), {
      timeoutMs: UPLOAD_TIMEOUT_MS,
    });
    setIsSaving(false);
    if (result.ok) saveFile(result.value, 'goodies.json');
    else toast(result.error.message, { kind: 'error' });
  };
  return (
    <Card className="stack g3" aria-labelledby="data">
      <h2 id="data">Your data</h2>
      <Button block loading={isSaving} disabled={isOffline} onClick={() => void save()}>
        Download my data
      </Button>
      <Button block disabled={isOffline} onClick={() => setIsOpen(true)}>
        Delete my account
      </Button>
      <Sheet open={isOpen} onClose={() => setIsOpen(false)} title="Delete my account">
        <DeleteForm />
      </Sheet>
    </Card>
  );
}

function DeleteForm(): ReactElement {
  const [password, setPassword] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const wrong = password === '' ? { password: 'Enter your password' } : {};
  const { ref, errors, failure, check, refuse, edit } = useFormErrors(['password'], wrong);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy || !check()) return;
    setIsBusy(true);
    const result = await callWorker((worker) => worker.deleteAccount({ password }));
    if (!result.ok) {
      setIsBusy(false);
      const { code, message } = result.error;
      return refuse(result.error, code === 'password_wrong' ? { password: message } : {});
    }
    await signOut();
    navigate('/welcome');
    notify(result.value, { kind: 'success' });
  };
  return (
    <form ref={ref} className="stack g4" noValidate onSubmit={(event) => void submit(event)}>
      <p>
        Your name, e-mail address and photo are deleted, and you are logged out everywhere. This
        cannot be undone. Your wallet has to be empty and your vouchers ended.
      </p>
      {failure && <Alert tone="bad">{failure.message}</Alert>}
      <Field label="Your password" error={errors.password}>
        <PasswordInput
          data-field="password"
          autoComplete="current-password"
          value={password}
          onChange={({ target }) => {
            setPassword(target.value);
            edit('password');
          }}
        />
      </Field>
      <Button type="submit" variant="danger" block loading={isBusy}>
        Delete my account for good
      </Button>
    </form>
  );
}
