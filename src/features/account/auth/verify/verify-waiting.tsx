import { Suspense, useEffect, useRef, useState, type ReactElement } from 'react';
import externalLinkIcon from 'lucide/dist/esm/icons/external-link.mjs';
import mailIcon from 'lucide/dist/esm/icons/mail.mjs';

import type { User } from '../../../../../contract/accounts.ts';
import { VERIFY_CODE_DIGITS } from '../../../../../contract/constants.ts';
import { onlyDigits } from '../../../../../contract/plain-text.ts';
import { useConnectivity } from '../../../../platform/connectivity.ts';
import { isOfNetwork, useCommand } from '../../../../platform/form/use-command.ts';
import { useForm } from '../../../../platform/form/use-form.ts';
import { useSession } from '../../../../platform/session/session.ts';
import { callWorker } from '../../../../platform/worker/data-worker.ts';
import { AwaitProof, useUser } from '../../../../shared/accounts/user.ts';
import { Button, ButtonLink, TextButton } from '../../../../ui/action/button.tsx';
import { Alert } from '../../../../ui/feedback/alert.tsx';
import { Skeleton } from '../../../../ui/feedback/skeleton.tsx';
import { Field } from '../../../../ui/form/field.tsx';
import { Input, PasswordInput } from '../../../../ui/form/input.tsx';
import { SubmitButton } from '../../../../ui/form/submit-button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import {
  changesOf,
  personalFaults,
  PERSONAL_FIELDS,
  personalRefusal,
} from '../../profile/personal-info.ts';
import { Sign } from '../auth-frame.tsx';
import { leadsToMoney, storePendingEmail } from '../device-memory.ts';
import { ResendFailure, useAwaitedEmail, useResend } from './verify-steps.tsx';

/** Where the mail of well-known providers is read in the browser; phones open their app for it, where they have one. */
const MAILBOXES: readonly (readonly [domain: RegExp, address: string])[] = [
  [/^(gmail|googlemail)\.com$/, 'https://mail.google.com/'],
  [/^(yahoo\.[a-z.]+|ymail\.com|rocketmail\.com)$/, 'https://mail.yahoo.com/'],
  [/^(outlook|hotmail|live|msn)\.[a-z.]+$/, 'https://outlook.live.com/mail/'],
  [/^(icloud|me|mac)\.com$/, 'https://www.icloud.com/mail/'],
];

export function mailboxOf(email: string): string | undefined {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return MAILBOXES.find(([known]) => known.test(domain))?.[1];
}

interface CodeFormProps {
  readonly onVerified: () => void;
}

/** Sends the code by itself at six digits; the button is for one that has not arrived. */
function CodeForm({ onVerified }: CodeFormProps): ReactElement {
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const isOffline = useConnectivity() === 'offline';
  const { isBusy, failure, run } = useCommand(
    (digits: string) => callWorker((worker) => worker.verifyCode(digits)),
    onVerified,
    (refused) => {
      if (!isOfNetwork(refused)) setCode('');
      field.current?.focus();
    },
  );
  const type = (text: string): void => {
    const digits = onlyDigits(text, VERIFY_CODE_DIGITS);
    setCode(digits);
    if (digits.length === VERIFY_CODE_DIGITS && digits !== code) run(digits);
  };
  return (
    <form
      className="stack g3"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (code.length === VERIFY_CODE_DIGITS) run(code);
      }}
    >
      <Field
        label="Code from the mail"
        help="Never tell this code to anybody."
        error={failure?.message}
      >
        <Input
          ref={field}
          digits
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          enterKeyHint="go"
          value={code}
          readOnly={isBusy}
          aria-busy={isBusy}
          onChange={({ target }) => type(target.value)}
        />
      </Field>
      <span className="vh" role="status">
        {isBusy && 'Checking your code'}
      </span>
      {failure && isOfNetwork(failure) && (
        <Button type="submit" block loading={isBusy} disabled={isOffline}>
          Try again
        </Button>
      )}
    </form>
  );
}

interface ChangeAddressProps {
  readonly user: User;
  readonly onDone: () => void;
}

function ChangeAddress({ user, onDone }: ChangeAddressProps): ReactElement {
  const { username } = user;
  const state = useState({ username, email: user.email, password: '' });
  const [values] = state;
  const changes = changesOf(user, values);
  const isOffline = useConnectivity() === 'offline';
  const { ref, failure, isBusy, text, onSubmit } = useForm({
    fields: PERSONAL_FIELDS,
    state,
    wrong: personalFaults(user, values),
    async send() {
      const result = await callWorker((worker) => worker.updateProfile(changes));
      if (!result.ok) return result.error;
      storePendingEmail(changes.email ?? user.email);
      onDone();
      return undefined;
    },
    errorsOf: personalRefusal,
  });
  return (
    <form ref={ref} className="stack g4" noValidate onSubmit={onSubmit}>
      {failure && <Alert tone="bad">{failure.message}</Alert>}
      <Field label="E-mail" {...text('email')}>
        <Input type="email" inputMode="email" autoComplete="email" enterKeyHint="next" />
      </Field>
      <Field label="Your password" {...text('password')}>
        <PasswordInput autoComplete="current-password" enterKeyHint="go" />
      </Field>
      <SubmitButton loading={isBusy} disabled={isOffline || changes.email === undefined}>
        Send the code
      </SubmitButton>
      <Button block onClick={onDone}>
        Cancel
      </Button>
    </form>
  );
}

interface VerifyWaitingProps extends CodeFormProps {
  /** That another mail was sent. */
  readonly message: string | undefined;
  readonly wayBack: string | undefined;
}

function Awaiting({ message, wayBack, onVerified }: VerifyWaitingProps): ReactElement {
  const user = useUser();
  const isSignedIn = useSession() === 'signed-in';
  const email = useAwaitedEmail();
  const [isChanging, setIsChanging] = useState(false);
  const [said, setSaid] = useState(message);
  const [mails, setMails] = useState(0);
  const { isBusy, failure, run } = useResend(email, (sent) => {
    setSaid(sent);
    setMails(mails + 1);
  });
  const isVerified = user?.email_verified === true;
  useEffect(() => {
    if (isVerified) onVerified();
  }, [isVerified, onVerified]);
  if (isChanging && user) return <ChangeAddress user={user} onDone={() => setIsChanging(false)} />;
  const mailbox = mailboxOf(email);
  return (
    <>
      <p className="muted">
        We sent {isSignedIn ? 'a 6-digit code' : 'a link'} to <strong>{email}</strong>.{' '}
        {isSignedIn
          ? 'Type it here, or open the link in the mail.'
          : 'Open it to verify your address.'}{' '}
        {wayBack !== undefined &&
          (leadsToMoney(wayBack)
            ? 'Then you claim your money.'
            : 'Then your guess is sent by itself.')}
      </p>
      {said !== undefined && <Alert tone="ok">{said}</Alert>}
      {isSignedIn && <CodeForm key={`${email} ${mails}`} onVerified={onVerified} />}
      {mailbox === undefined ? (
        <p className="sm muted">It takes a minute at most. Look in Spam, too.</p>
      ) : (
        <ButtonLink href={mailbox} variant="primary" size="lg" block>
          Open mail <Icon of={externalLinkIcon} size="sm" />
        </ButtonLink>
      )}
      {failure && <ResendFailure failure={failure} />}
      <Button
        block
        loading={isBusy}
        loadingLabel="Sending the mail"
        onClick={() => {
          setSaid(undefined);
          run();
        }}
      >
        {isSignedIn ? 'Send a new code' : 'Send a new link'}
      </Button>
      {user && (
        <p className="center sm">
          Wrong address? <TextButton onClick={() => setIsChanging(true)}>Change it</TextButton>
        </p>
      )}
      {wayBack === undefined && (
        <ButtonLink href="/" variant="ghost" block>
          Continue without it
        </ButtonLink>
      )}
    </>
  );
}

/** Where one waits for the mail; it goes on by itself once the address is verified, wherever that was. */
export const VerifyWaiting = (props: VerifyWaitingProps): ReactElement => (
  <>
    <Sign of={mailIcon} />
    <h1>Check your e-mail</h1>
    <AwaitProof />
    <Suspense fallback={<Skeleton height="18rem" />}>
      <Awaiting {...props} />
    </Suspense>
  </>
);
