import type { ReactElement } from 'react';

import { safeNextPath } from '../../../platform/routing/next-path.ts';
import { useQuery } from '../../../platform/routing/router.tsx';
import { AppLink } from '../../../ui/action/button.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { GoogleButton } from './google/google-button.tsx';
import { GuessReason } from './guess-reason.tsx';
import { LoginForm } from './login-form.tsx';
import { useLeaveIfSignedIn } from './use-leave-if-signed-in.ts';
import { withNext } from './with-next.ts';

export default function LoginPage(): ReactElement {
  const query = useQuery();
  useLeaveIfSignedIn(() => safeNextPath(new URLSearchParams(location.search).get('next')));
  return (
    <AuthFrame cloth="adire">
      <h1>Welcome back</h1>
      <GuessReason query={query}>Your digits are kept until you are back.</GuessReason>
      <GoogleButton />
      <LoginForm />
      <p className="center sm">
        New here?{' '}
        <AppLink className="link" href={withNext('/signup', query)}>
          Sign Up
        </AppLink>
      </p>
    </AuthFrame>
  );
}
