import { Suspense, useState, type ReactElement } from 'react';
import { ERRORS } from '../../../../../contract/errors.ts';
import { fail } from '../../../../../contract/result.ts';
import { useCommand } from '../../../../platform/form/use-command.ts';
import { callWithWork } from '../call-with-work.ts';
import { Alert } from '../../../../ui/feedback/alert.tsx';
import { AppLink, Button } from '../../../../ui/action/button.tsx';
import { storePendingEmail, readPendingEmail } from '../device-memory.ts';
import { useUser } from '../../../../shared/accounts/user.ts';

export interface ResendMailProps {
  /** The one main action of the page, or beside another. */
  readonly variant: 'primary' | 'secondary';
  /** What the server said of a mail that was asked for already. */
  readonly message?: string | undefined;
  /** Called when a new mail is on its way, with what the server said of it. */
  readonly onSent?: (message: string) => void;
}

/** Sends the verification mail again, to the user's address or that of the last sign-up here. */
export function ResendMail(props: ResendMailProps): ReactElement {
  return (
    <Suspense>
      <Resender {...props} />
    </Suspense>
  );
}

function Resender({ variant, message, onSent }: ResendMailProps): ReactElement {
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
      // Of someone who signed up elsewhere: the page says where to look.
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

/**
 * The address whose mail is awaited: the signed-in user's, who may have changed it since the sign-up, else that of the
 * last sign-up here; '' when none is.
 */
export function useAwaitedEmail(): string {
  return useUser()?.email || readPendingEmail();
}
