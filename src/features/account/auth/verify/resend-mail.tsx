import { useState, type ReactElement } from 'react';
import { ERRORS } from '../../../../../contract/errors.ts';
import { fail } from '../../../../../contract/result.ts';
import { useCommand } from '../../../../platform/form/use-command.ts';
import { callWithWork } from '../call-with-work.ts';
import { Alert } from '../../../../ui/feedback/alert.tsx';
import { AppLink, Button } from '../../../../ui/action/button.tsx';
import { storePendingEmail, readPendingEmail } from '../device-memory.ts';
import { useUser } from '../../../../shared/accounts/user.ts';

export interface ResendMailProps {
  readonly variant: 'primary' | 'secondary';
  readonly message?: string | undefined;
  readonly onSent?: (message: string) => void;
}

export function ResendMail({ variant, message, onSent }: ResendMailProps): ReactElement {
  const email = useAwaitedEmail();
  const [said, setSaid] = useState(message);
  const { isBusy, failure, run } = useCommand(
    async () => {
      setSaid(undefined);
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
      onSent?.(sent.message);
      setSaid(sent.message);
    },
  );
  return (
    <div className="stack g3">
      <Button
        variant={variant}
        size="lg"
        block
        loading={isBusy}
        loadingLabel="Sending the mail"
        onClick={() => run()}
      >
        Resend Verification Email
      </Button>
      {said !== undefined && <Alert tone="ok">{said}</Alert>}
      {failure && (
        <Alert tone="bad">
          {failure.message}{' '}
          {failure.code === 'resend_impossible' && (
            <AppLink className="link" href="/signup">
              Sign Up
            </AppLink>
          )}
        </Alert>
      )}
    </div>
  );
}

export function useAwaitedEmail(): string {
  return useUser()?.email || readPendingEmail();
}
