import { Suspense, useEffect, type ReactElement } from 'react';
import mailIcon from 'lucide/dist/esm/icons/mail.mjs';
import { AwaitProof, useUser } from '../../../../shared/accounts/user.ts';
import { Alert } from '../../../../ui/feedback/alert.tsx';
import { ButtonLink } from '../../../../ui/action/button.tsx';
import { ACCOUNT_MESSAGES } from '../../../../../contract/accounts/account-messages.ts';
import { Sign } from '../auth-frame.tsx';
import { readPendingEmail, readWayBack, storePendingEmail } from '../device-memory.ts';
import { useAwaitedEmail, ResendMail } from './resend-mail.tsx';
import { Icon } from '../../../../ui/icon.tsx';

function VerifiedNotice(): ReactElement | null {
  const isVerified = useUser()?.email_verified === true;
  useEffect(() => {
    if (isVerified) storePendingEmail('');
  }, [isVerified]);
  return isVerified ? <Alert tone="ok">{ACCOUNT_MESSAGES.emailVerified}</Alert> : null;
}

const AwaitedEmail = (): string => useAwaitedEmail();

export function VerifyWaiting({ message }: { readonly message: string | undefined }): ReactElement {
  const wayBack = readWayBack();
  return (
    <>
      <Sign>
        <Icon of={mailIcon} size="lg" />
      </Sign>
      <h1>Check your e-mail</h1>
      <p className="muted">
        We sent a link to{' '}
        <strong>
          <Suspense fallback={readPendingEmail()}>
            <AwaitedEmail />
          </Suspense>
        </strong>
        . Open it to verify your address. You can look around before that, and guess where everybody
        may.
      </p>
      <AwaitProof />
      <Suspense>
        <VerifiedNotice />
      </Suspense>
      <ButtonLink href={wayBack ?? '/'} variant="primary" size="lg" block>
        {wayBack === undefined ? 'Continue' : 'Go to your guess'}
      </ButtonLink>
      <ResendMail variant="secondary" message={message} />
    </>
  );
}
