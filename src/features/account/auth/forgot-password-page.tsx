import type { ReactElement } from 'react';

import { useQuery } from '../../../platform/routing/router.tsx';
import { AppLink } from '../../../ui/action/button.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { ForgotForm } from './forgot-form.tsx';
import { ResetForm } from './reset-form.tsx';

/** Asks for a link to a new password; the link leads back here with a token. */
export default function ForgotPasswordPage(): ReactElement {
  const token = useQuery().get('token');
  return (
    <AuthFrame cloth="bead">
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
