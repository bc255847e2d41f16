import type { ReactElement } from 'react';

import { safeNextPath } from '../../../platform/routing/next-path.ts';
import { useQuery } from '../../../platform/routing/router.tsx';
import { AppLink } from '../../../ui/action/button.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { GoogleButton } from './google/google-button.tsx';
import { GuessReason } from './guess-reason.tsx';
import { SignupForm } from './signup-form.tsx';
import { useLeaveIfSignedIn } from './use-leave-if-signed-in.ts';
import { withNext } from './with-next.ts';

export default function SignupPage(): ReactElement {
  const query = useQuery();
  useLeaveIfSignedIn(() => safeNextPath(new URLSearchParams(location.search).get('next')));
  return (
    <AuthFrame cloth="kente" mood="win">
      <h1>Create your account</h1>
      <GuessReason query={query}>New here? Sign up below. Your digits are kept.</GuessReason>
      <GoogleButton />
      <SignupForm />
      <p className="center sm">
        Have an account?{' '}
        <AppLink className="link" href={withNext('/login', query)}>
          Log In
        </AppLink>
      </p>
    </AuthFrame>
  );
}
