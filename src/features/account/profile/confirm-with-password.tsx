import { useState, type ReactElement, type ReactNode } from 'react';

import type { Failure } from '../../../../contract/result.ts';
import { useForm } from '../../../platform/form/use-form.ts';
import { Button } from '../../../ui/action/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { PasswordInput } from '../../../ui/form/input.tsx';

export function ConfirmWithPassword({
  children,
  notice,
  submit,
  variant,
  disabled = false,
  run,
}: {
  readonly children: ReactNode;
  readonly notice?: ReactNode;
  readonly submit: string;
  readonly variant: 'primary' | 'danger';
  readonly disabled?: boolean;
  readonly run: (password: string) => Promise<Failure | undefined>;
}): ReactElement {
  const state = useState({ password: '' });
  const [{ password }] = state;
  const { ref, failure, isBusy, text, onSubmit } = useForm({
    fields: ['password'],
    state,
    wrong: password === '' ? { password: 'Enter your password' } : {},
    send: () => run(password),
    errorsOf: ({ code, message }) => (code === 'password_wrong' ? { password: message } : {}),
  });
  return (
    <form ref={ref} className="stack g4" noValidate onSubmit={onSubmit}>
      <p>{children}</p>
      {failure ? <Alert tone="bad">{failure.message}</Alert> : notice}
      <Field label="Your password" {...text('password')}>
        <PasswordInput autoComplete="current-password" />
      </Field>
      <Button type="submit" variant={variant} block loading={isBusy} disabled={disabled}>
        {submit}
      </Button>
    </form>
  );
}
