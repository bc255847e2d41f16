import { useRef, useState, type ReactElement } from 'react';

import { isUnanswered } from '../../../../contract/errors/is-unanswered.ts';
import type { Failure } from '../../../../contract/result.ts';
import { useConnectivity } from '../../../platform/connectivity.ts';
import { useCommand } from '../../../platform/form/use-command.ts';
import { useForm } from '../../../platform/form/use-form.ts';
import { notify } from '../../../platform/toast-store.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { Button } from '../../../ui/action/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { PasswordInput } from '../../../ui/form/input.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { Card } from '../../../ui/layout/layout.tsx';
import { passwordFault, PASSWORD_RULE } from '../field-rules.ts';

const FIELDS = ['current', 'next'] as const;
const EMPTY = { current: '', next: '' };

export function PasswordForm({ onDone }: { readonly onDone: () => void }): ReactElement {
  const state = useState(EMPTY);
  const [{ current, next }, setValues] = state;
  const mayBeDone = useRef(false);
  const isOffline = useConnectivity() === 'offline';
  const send = async (): Promise<Failure | undefined> => {
    const result = await callWorker((worker) =>
      worker.changePassword({ current_password: current, password: next }),
    );
    if (!result.ok) {
      if (isUnanswered(result.error)) mayBeDone.current = true;
      return result.error;
    }
    mayBeDone.current = false;
    setValues(EMPTY);
    notify(result.value, { kind: 'success' });
    onDone();
    return undefined;
  };
  const { ref, failure, isBusy, text, onSubmit } = useForm({
    fields: FIELDS,
    state,
    wrong: {
      current: current === '' ? 'Enter your password' : undefined,
      next: passwordFault(next),
    },
    send,
    errorsOf: ({ code, message }) =>
      code === 'password_wrong'
        ? {
            current: mayBeDone.current
              ? 'This is not your password. If your first try has arrived, it is the new one by now.'
              : message,
          }
        : {},
  });
  return (
    <form ref={ref} className="stack g4" noValidate onSubmit={onSubmit}>
      {failure && <Alert tone="bad">{failure.message}</Alert>}
      <Field label="Current password" {...text('current')}>
        <PasswordInput autoComplete="current-password" />
      </Field>
      <Field label="New password" help={PASSWORD_RULE} {...text('next')}>
        <PasswordInput autoComplete="new-password" />
      </Field>
      <SubmitButton loading={isBusy} disabled={isOffline}>
        Change password
      </SubmitButton>
    </form>
  );
}

export function FirstPassword({ email }: { readonly email: string }): ReactElement {
  const [said, setSaid] = useState<string>();
  const { isBusy, failure, run } = useCommand(
    () => callWorker((worker) => worker.forgotPassword(email)),
    ({ message }) => setSaid(message),
  );
  const isOffline = useConnectivity() === 'offline';
  return (
    <Card className="stack g3" aria-labelledby="first-password">
      <h2 id="first-password">Password</h2>
      <p className="muted">
        You log in with Google and have no password here. You need one to set a PIN or a passkey, to
        change your e-mail address and to delete your account. We send a link to {email}; choosing a
        password logs every device out, and nothing can leave your wallet for 24 hours.
      </p>
      {failure && <Alert tone="bad">{failure.message}</Alert>}
      {said !== undefined && <Alert tone="ok">{said}</Alert>}
      <Button block loading={isBusy} disabled={isOffline} onClick={() => run()}>
        Choose a password
      </Button>
      {isOffline && <p className="center sm muted">This needs a connection.</p>}
    </Card>
  );
}
