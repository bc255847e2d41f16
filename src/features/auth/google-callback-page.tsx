import { useEffect, type ReactElement } from 'react';
import xIcon from 'lucide/dist/esm/icons/x.mjs';

import { ERRORS } from '../../../contract/errors.ts';
import { ACCOUNT_MESSAGES } from '../../../contract/accounts/account-messages.ts';
import { navigate, useQuery } from '../../platform/routing/router.tsx';
import { ButtonLink } from '../../ui/action/button-link.tsx';
import { Dots } from '../../ui/feedback/dots.tsx';
import { AuthFrame, Sign } from './auth-frame.tsx';
import { Icon } from '../../ui/icon.tsx';

/** Where Google sends people back to. Nothing leads there from here: the sign-in is not set up. */
export default function GoogleCallbackPage(): ReactElement {
  const isRefused = useQuery().has('code');
  useEffect(() => {
    if (!isRefused) navigate('/login?error=google_no_code', { replace: true });
  }, [isRefused]);
  return (
    <AuthFrame cloth="adire">
      {isRefused ? (
        <>
          <Sign tone="bad">
            <Icon of={xIcon} size="lg" />
          </Sign>
          <div role="alert">
            <h1>{ERRORS.login_failed.message}</h1>
          </div>
          <p className="muted">
            Signing in with Google is not set up here. Use your e-mail and password.
          </p>
          <ButtonLink href="/login" variant="primary" size="lg" block>
            Log In
          </ButtonLink>
        </>
      ) : (
        <>
          <Sign>
            <Dots />
          </Sign>
          <div role="status">
            <h1>{ACCOUNT_MESSAGES.loggingIn}</h1>
          </div>
          <p className="muted">Keep this page open.</p>
        </>
      )}
    </AuthFrame>
  );
}
