import { useState, type ReactElement } from 'react';

import { readEmail } from '../../../../contract/accounts/email-address.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/form/input.tsx';
import { emailFault, EMAIL_RULE } from '../field-rules.ts';
import { callWithWork } from './call-with-work.ts';
import { SubmitButton, textOf, useAuthForm } from './auth-form.tsx';

/** Asks for a link to choose a new password. */
export function ForgotForm(): ReactElement {
  const [said, setSaid] = useState<string>();
  const form = useAuthForm<'email'>({
    fields: { email: EMAIL_RULE },
    check: (data) => {
      const email = emailFault(textOf(data, 'email'));
      return email ? { email } : {};
    },
    send: async (data, onWork) => {
      const email = readEmail(textOf(data, 'email')) ?? '';
      const result = await callWithWork(
        (worker, tell) => worker.forgotPassword(email, tell),
        onWork,
      );
      if (!result.ok) return result.error;
      setSaid(result.value.message);
      return undefined;
    },
  });
  const { ref, failure, errors, onSubmit, edit } = form;
  if (said !== undefined) return <Alert tone="ok">{said}</Alert>;
  return (
    <form ref={ref} className="stack g4" noValidate onSubmit={onSubmit}>
      <p className="muted">We send a link to your e-mail.</p>
      {failure && <Alert tone="bad">{failure.message}</Alert>}
      <Field label="E-mail" error={errors.email}>
        <Input name="email" type="email" autoComplete="email" onInput={() => edit(['email'])} />
      </Field>
      <SubmitButton form={form} sendingLabel="Sending the link">
        Send link
      </SubmitButton>
    </form>
  );
}
