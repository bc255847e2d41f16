import { useState, type FormEvent, type ReactElement, type ReactNode } from 'react';

import type { Failure } from '../../../../contract/result.ts';
import { useFormErrors } from '../../../platform/form/use-form-errors.ts';
import { Button } from '../../../ui/action/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { PasswordInput } from '../../../ui/form/input.tsx';

/** Asks for the password of what a session alone must not do. */
export function ConfirmWithPassword({
  children,
  notice,
  submit,
  variant,
  disabled = false,
  run,
}: {
  /** What the password is asked for. */
  readonly children: ReactNode;
  /** Stands there while nothing has failed. */
  readonly notice?: ReactNode;
  /** The words of the button. */
  readonly submit: string;
  readonly variant: 'primary' | 'danger';
  readonly disabled?: boolean;
  /** Does it, and what follows. @returns what it failed with */
  readonly run: (password: string) => Promise<Failure | undefined>;
}): ReactElement {
  const [password, setPassword] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const wrong = password === '' ? { password: 'Enter your password' } : {};
  const { ref, errors, failure, check, refuse, edit } = useFormErrors(['password'], wrong);
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy || !check()) return;
    setIsBusy(true);
    const error = await run(password);
    setIsBusy(false);
    if (error) refuse(error, error.code === 'password_wrong' ? { password: error.message } : {});
  };
  return (
    <form ref={ref} className="stack g4" noValidate onSubmit={(event) => void send(event)}>
      <p>{children}</p>
      {failure ? <Alert tone="bad">{failure.message}</Alert> : notice}
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
      <Button type="submit" variant={variant} block loading={isBusy} disabled={disabled}>
        {submit}
      </Button>
    </form>
  );
}
