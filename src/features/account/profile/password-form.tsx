import { useRef, useState, type ReactElement } from 'react';
import { isUnanswered } from '../../../../contract/errors/is-unanswered.ts';
import { ACCOUNT_MESSAGES } from '../../../../contract/accounts/account-messages.ts';
import type { Failure } from '../../../../contract/result.ts';
import { passwordFault, PASSWORD_RULE } from '../field-rules.ts';
import { useConnectivity } from '../../../platform/connectivity.ts';
import { useForm } from '../../../platform/form/use-form.ts';
import { notify } from '../../../platform/toast-store.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { Button } from '../../../ui/action/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { PasswordInput } from '../../../ui/form/input.tsx';
import { useCommand } from '../../../platform/form/use-command.ts';

const FIELDS = ['current', 'next'] as const;
const EMPTY = { current: '', next: '' };

export function PasswordForm(): ReactElement {
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
    return undefined;
  };
  const fault = passwordFault(next);
  const { ref, errors, failure, isBusy, change, onSubmit } = useForm({
    fields: FIELDS,
    state,
    wrong: {
      ...(current === '' && { current: 'Enter your password' }),
      ...(fault && { next: fault }),
    },
    send,
    errorsOf: ({ code, message }) =>
      code === 'password_wrong'
        ? { current: mayBeDone.current ? ACCOUNT_MESSAGES.passwordMayBeChanged : message }
        : {},
  });
  return (
    <form ref={ref} className="stack g4" noValidate onSubmit={onSubmit}>
      <h2>Password</h2>
      {failure && <Alert tone="bad">{failure.message}</Alert>}
      <Field label="Current password" error={errors.current}>
        <PasswordInput
          data-field="current"
          autoComplete="current-password"
          value={current}
          onChange={({ target }) => change({ current: target.value })}
        />
      </Field>
      <Field label="New password" help={PASSWORD_RULE} error={errors.next}>
        <PasswordInput
          data-field="next"
          autoComplete="new-password"
          value={next}
          onChange={({ target }) => change({ next: target.value })}
        />
      </Field>
      <Button type="submit" block loading={isBusy} disabled={isOffline}>
        Change password
      </Button>
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
