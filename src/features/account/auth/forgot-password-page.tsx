import { type ReactElement, useState, useRef } from 'react';
import { useQuery, navigate } from '../../../platform/routing/router.tsx';
import { AppLink } from '../../../ui/action/button.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { readEmail } from '../../../../contract/accounts/email-address.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input, PasswordInput } from '../../../ui/form/input.tsx';
import { emailFault, EMAIL_RULE, passwordFault, PASSWORD_RULE } from '../field-rules.ts';
import { callWithWork } from './call-with-work.ts';
import { AuthFields, textOf, useAuthForm } from './auth-form.tsx';
import { isUnanswered } from '../../../../contract/errors/is-unanswered.ts';
import { readSession } from '../../../platform/session/session.ts';
import { notify } from '../../../platform/toast-store.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';

function ForgotForm(): ReactElement {
  const [said, setSaid] = useState<string>();
  const form = useAuthForm<'email'>({
    fields: { email: EMAIL_RULE },
    check: (data) => ({ email: emailFault(textOf(data, 'email')) }),
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
  const { failure, named } = form;
  if (said !== undefined) return <Alert tone="ok">{said}</Alert>;
  return (
    <AuthFields form={form} action="Send link" sending="Sending the link">
      <p className="muted">We send a link to your e-mail.</p>
      {failure && <Alert tone="bad">{failure.message}</Alert>}
      <Field label="E-mail" {...named('email')}>
        <Input type="email" autoComplete="email" />
      </Field>
    </AuthFields>
  );
}

export function ResetForm({ token }: { readonly token: string }): ReactElement {
  const mayBeDone = useRef(false);
  const form = useAuthForm<'password'>({
    fields: { password: PASSWORD_RULE },
    codes: { password_common: 'password' },
    check: (data) => ({ password: passwordFault(textOf(data, 'password')) }),
    send: async (data, onWork) => {
      const password = textOf(data, 'password');
      const result = await callWithWork(
        (worker, tell) => worker.resetPassword({ token, password }, tell),
        onWork,
      );
      if (!result.ok) {
        if (result.error.code === 'reset_failed' && mayBeDone.current)
          return {
            ...result.error,
            message:
              'Your password may be changed already: try to log in with the new one. If that fails, ask for another link.',
          };
        if (isUnanswered(result.error)) mayBeDone.current = true;
        return result.error;
      }
      // The reset ended this device's session too, and the next page would call it expired.
      if ((await readSession()) === 'signed-in')
        await callWorker((worker) => worker.refreshUser({ force: true }));
      notify(result.value.message, { kind: 'success' });
      navigate('/login', { replace: true });
      return undefined;
    },
  });
  const { failure, named } = form;
  return (
    <AuthFields form={form} action="Change password" sending="Changing the password">
      {failure && (
        <Alert tone="bad">
          {failure.message}{' '}
          <AppLink className="link" href="/forgot-password">
            Send link
          </AppLink>
        </Alert>
      )}
      <Field label="New password" help={PASSWORD_RULE} {...named('password')}>
        <PasswordInput autoComplete="new-password" />
      </Field>
    </AuthFields>
  );
}

export default function ForgotPasswordPage(): ReactElement {
  const token = useQuery().get('token');
  return (
    <AuthFrame pattern="bead">
      <h1>{token ? 'Choose a new password' : 'Reset your password'}</h1>
      {token ? <ResetForm token={token} /> : <ForgotForm />}
      <p className="center sm">
        <AppLink className="link" href="/login">
          Back to Log In
        </AppLink>
      </p>
    </AuthFrame>
  );
}
