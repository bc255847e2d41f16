import { useState, type ReactElement } from 'react';
import mailIcon from 'lucide/dist/esm/icons/mail.mjs';

import { TOKEN_PREVIEW_CHARS } from '../../../../../contract/constants.ts';
import { ERRORS } from '../../../../../contract/errors.ts';
import { fail, type Failure } from '../../../../../contract/result.ts';
import { useCommand } from '../../../../platform/form/use-command.ts';
import { useUser } from '../../../../shared/accounts/user.ts';
import { loginPathFor } from '../../../../platform/routing/next-path.ts';
import { navigate } from '../../../../platform/routing/router.tsx';
import { useSession } from '../../../../platform/session/session.ts';
import { signOut } from '../../../../platform/session/sign-out.ts';
import { AppLink, Button, ButtonLink } from '../../../../ui/action/button.tsx';
import { Alert } from '../../../../ui/feedback/alert.tsx';
import { Sign } from '../auth-frame.tsx';
import { callWithWork } from '../call-with-work.ts';
import { readPendingEmail, storePendingEmail } from '../device-memory.ts';
import { cx } from '../../../../ui/cx.ts';
import css from './verify-steps.module.css';

/** The beginning is enough to compare it with the mail, and too little to use it. */
export const TokenLine = ({ token }: { readonly token: string }): ReactElement => (
  <p className={cx('line apart', css['line'])}>
    <span className="xs muted">Token</span>
    <code className={css['token']}>{`${token.slice(0, TOKEN_PREVIEW_CHARS)}…`}</code>
  </p>
);

function ChangeAccount({ target }: { readonly target: string }): ReactElement {
  const [isLeaving, setLeaving] = useState(false);
  const leave = async (): Promise<void> => {
    setLeaving(true);
    await signOut();
    navigate(target, { replace: true });
  };
  return (
    <Button
      size="lg"
      block
      loading={isLeaving}
      loadingLabel="Logging out"
      onClick={() => void leave()}
    >
      Log in with another account
    </Button>
  );
}

interface VerifyNeedsLoginProps {
  readonly token: string;
  readonly message: string;
}

export function VerifyNeedsLogin({ token, message }: VerifyNeedsLoginProps): ReactElement {
  const isSignedIn = useSession() === 'signed-in';
  const target = loginPathFor(`/verify-email?token=${encodeURIComponent(token)}`);
  return (
    <>
      <Sign of={mailIcon} />
      <div role="status" className="stack g2">
        <h1>Log in to finish</h1>
        <p className="muted">{message}</p>
      </div>
      <TokenLine token={token} />
      {isSignedIn ? (
        <ChangeAccount target={target} />
      ) : (
        <ButtonLink href={target} size="lg" block>
          Log In
        </ButtonLink>
      )}
      <p className="muted sm">
        You did not sign up? Then close this page: your address stays yours.
      </p>
    </>
  );
}

/** Asks for another mail, in which a new code stands beside the link. */
export function useResend(email: string, onSent: (message: string) => void) {
  return useCommand(
    async () => {
      if (!email)
        return fail({ code: 'resend_impossible', message: ERRORS.resend_impossible.message });
      return callWithWork(
        (worker) => worker.resendVerification(email),
        () => undefined,
      );
    },
    (sent) => {
      // The user may have signed up on another device.
      storePendingEmail(email);
      onSent(sent.message);
    },
  );
}

export const ResendFailure = ({ failure }: { readonly failure: Failure }): ReactElement => (
  <Alert tone="bad">
    {failure.message}{' '}
    {failure.code === 'resend_impossible' && (
      <AppLink className="link" href="/signup">
        Sign Up
      </AppLink>
    )}
  </Alert>
);

export function ResendMail({ onSent }: { readonly onSent: (message: string) => void }) {
  const { isBusy, failure, run } = useResend(useAwaitedEmail(), onSent);
  return (
    <div className="stack g3">
      <Button
        variant="primary"
        size="lg"
        block
        loading={isBusy}
        loadingLabel="Sending the mail"
        onClick={() => run()}
      >
        Resend Verification Email
      </Button>
      {failure && <ResendFailure failure={failure} />}
    </div>
  );
}

export function useAwaitedEmail(): string {
  return useUser()?.email || readPendingEmail();
}
