import { Suspense, useState, type ReactElement } from 'react';

import { ERRORS } from '../../../../contract/errors.ts';
import { callWithWork } from '../form/call-with-work.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { AppLink } from '../../../ui/action/app-link.tsx';
import { Button } from '../../../ui/action/button.tsx';
import { storePendingEmail } from '../device-memory.ts';
import { useAwaitedEmail } from './use-awaited-email.ts';

type Resend =
  | { readonly phase: 'idle' }
  | { readonly phase: 'sending' }
  | { readonly phase: 'sent'; readonly message: string }
  | { readonly phase: 'failed'; readonly message: string; readonly isFinal: boolean };

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
  const [resend, setResend] = useState<Resend>(
    message === undefined ? { phase: 'idle' } : { phase: 'sent', message },
  );

  const send = async (): Promise<Resend> => {
    if (!email) {
      return { phase: 'failed', message: ERRORS.resend_impossible.message, isFinal: true };
    }
    const result = await callWithWork(
      (worker) => worker.resendVerification(email),
      () => undefined,
    );
    if (!result.ok) return { phase: 'failed', message: result.error.message, isFinal: false };
    // Of someone who signed up elsewhere: the page says where to look.
    storePendingEmail(email);
    onSent?.(result.value.message);
    return { phase: 'sent', message: result.value.message };
  };
  const start = (): void => {
    setResend({ phase: 'sending' });
    void send().then(setResend);
  };
  return (
    <div className="stack g3">
      <Button
        variant={variant}
        size="lg"
        block
        loading={resend.phase === 'sending'}
        loadingLabel="Sending the mail"
        onClick={start}
      >
        Resend Verification Email
      </Button>
      {resend.phase === 'sent' && <Alert tone="ok">{resend.message}</Alert>}
      {resend.phase === 'failed' && (
        <Alert tone="bad">
          {resend.message}{' '}
          {resend.isFinal && (
            <AppLink className="link" href="/signup">
              Sign Up
            </AppLink>
          )}
        </Alert>
      )}
    </div>
  );
}
