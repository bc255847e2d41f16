import { useRef, useState, type FormEvent, type ReactElement } from 'react';

import { isUnanswered } from '../../../../../contract/errors/is-unanswered.ts';
import { ACCOUNT_MESSAGES } from '../../../../../contract/accounts/account-messages.ts';
import { passwordFault, PASSWORD_RULE } from '../../field-rules.ts';
import { useConnectivity } from '../../../../platform/connectivity.ts';
import { useFormErrors } from '../../../../platform/form/use-form-errors.ts';
import { notify } from '../../../../platform/toast-store.ts';
import { callWorker } from '../../../../platform/worker/data-worker.ts';
import { Button } from '../../../../ui/action/button.tsx';
import { Alert } from '../../../../ui/feedback/alert.tsx';
import { Field } from '../../../../ui/form/field.tsx';
import { PasswordInput } from '../../../../ui/form/input.tsx';

const FIELDS = ['current', 'next'] as const;
const EMPTY = { current: '', next: '' };

/** Another password, which ends every other session. */
export function PasswordForm(): ReactElement {
  const [form, setForm] = useState(EMPTY);
  const [isBusy, setIsBusy] = useState(false);
  const mayBeDone = useRef(false);
  const isOffline = useConnectivity() === 'offline';
  const fault = passwordFault(form.next);
  const formErrors = useFormErrors(FIELDS, {
    ...(form.current === '' && { current: 'Enter your password' }),
    ...(fault && { next: fault }),
  });
  const { ref, errors, failure } = formErrors;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy || !formErrors.check()) return;
    setIsBusy(true);
    const result = await callWorker((worker) =>
      worker.changePassword({ current_password: form.current, password: form.next }),
    );
    setIsBusy(false);
    if (!result.ok) {
      const { code } = result.error;
      const message = mayBeDone.current
        ? ACCOUNT_MESSAGES.passwordMayBeChanged
        : result.error.message;
      if (isUnanswered(result.error)) mayBeDone.current = true;
      return formErrors.refuse(result.error, code === 'password_wrong' ? { current: message } : {});
    }
    mayBeDone.current = false;
    setForm(EMPTY);
    notify(result.value, { kind: 'success' });
  };
  return (
    <form ref={ref} className="stack g4" noValidate onSubmit={(event) => void submit(event)}>
      <h2>Password</h2>
      {failure && <Alert tone="bad">{failure.message}</Alert>}
      <Field label="Current password" error={errors.current}>
        <PasswordInput
          data-field="current"
          autoComplete="current-password"
          value={form.current}
          onChange={({ target }) => {
            setForm({ ...form, current: target.value });
            formErrors.edit('current');
          }}
        />
      </Field>
      <Field label="New password" help={PASSWORD_RULE} error={errors.next}>
        <PasswordInput
          data-field="next"
          autoComplete="new-password"
          value={form.next}
          onChange={({ target }) => {
            setForm({ ...form, next: target.value });
            formErrors.edit('next');
          }}
        />
      </Field>
      <Button type="submit" block loading={isBusy} disabled={isOffline}>
        Change password
      </Button>
    </form>
  );
}
