import {
  Suspense,
  useCallback,
  useEffect,
  useReducer,
  useRef,
  useState,
  type ReactElement,
} from 'react';
import checkIcon from 'lucide/dist/esm/icons/check.mjs';
import mailIcon from 'lucide/dist/esm/icons/mail.mjs';
import wifiOffIcon from 'lucide/dist/esm/icons/wifi-off.mjs';
import xIcon from 'lucide/dist/esm/icons/x.mjs';

import { ACCOUNT_MESSAGES } from '../../../../../contract/accounts/account-messages.ts';
import { VERIFIED_REDIRECT_MS } from '../../../../../contract/constants.ts';
import { SECOND_MS } from '../../../../../contract/durations.ts';
import { ERRORS } from '../../../../../contract/errors.ts';
import { onNetworkReturn } from '../../../../platform/connectivity.ts';
import { useUser } from '../../../../shared/accounts/user.ts';
import { callWorker } from '../../../../platform/worker/data-worker.ts';
import { navigate } from '../../../../platform/routing/router.tsx';
import { readSession, useSession } from '../../../../platform/session/session.ts';
import { AppLink, Button, ButtonLink } from '../../../../ui/action/button.tsx';
import { Skeleton } from '../../../../ui/feedback/skeleton.tsx';
import { AuthFrame, Sign } from '../auth-frame.tsx';
import {
  forgetWayBack,
  leadsToMoney,
  readPendingEmail,
  readWayBack,
  storePendingEmail,
} from '../device-memory.ts';
import { STARTING, verifyReducer, type VerifyEvent } from './verify.machine.ts';
import { ResendMail, TokenLine, VerifyNeedsLogin } from './verify-steps.tsx';
import { VerifyWaiting } from './verify-waiting.tsx';

async function tryToken(token: string, dispatch: (event: VerifyEvent) => void): Promise<void> {
  const result = await callWorker((worker) => worker.verifyEmail(token));
  if (result.ok) {
    storePendingEmail('');
    return dispatch({ type: 'verified' });
  }
  const { code, message } = result.error;
  if (code === 'verification_needs_login') return dispatch({ type: 'refused', message });
  dispatch({ type: ERRORS[code].retry === 'never' ? 'failed' : 'held', message });
}

function useVerification() {
  const [state, dispatch] = useReducer(verifyReducer, STARTING);
  // Taken on arrival, because the tab of the mailed link forgets it once it is verified.
  const [wayBack, setWayBack] = useState<string>();
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    // The router learns the query of a prerendered page later.
    const token = new URLSearchParams(location.search).get('token') ?? '';
    dispatch({ type: 'arrive', token, pendingEmail: readPendingEmail() });
    setWayBack(readWayBack());
    void readSession();
    if (token) void tryToken(token, dispatch);
  }, []);
  const held = state.phase === 'verifying' && state.hold !== undefined ? state.token : undefined;
  const retry = useCallback(() => {
    if (held === undefined) return;
    dispatch({ type: 'retried' });
    void tryToken(held, dispatch);
  }, [held]);
  useEffect(() => onNetworkReturn(retry), [retry]);
  const onAwaited = useCallback((email: string) => {
    storePendingEmail(email);
    dispatch({ type: 'arrive', token: '', pendingEmail: email });
  }, []);
  const onResent = (message: string): void => dispatch({ type: 'resent', message });
  const onVerified = useCallback(() => {
    storePendingEmail('');
    if (wayBack === undefined) return dispatch({ type: 'verified' });
    forgetWayBack();
    // The guess is what it was for: no page in between.
    navigate(wayBack, { replace: true });
  }, [wayBack]);
  return { state, wayBack, retry, onAwaited, onResent, onVerified };
}

type Verification = ReturnType<typeof useVerification>;

const Verifying = ({ token }: { readonly token: string }): ReactElement => (
  <>
    <Sign of={mailIcon} />
    <h1>Checking your link</h1>
    <p className="muted" role="status">
      This takes a moment.
    </p>
    {token ? <TokenLine token={token} /> : <Skeleton height="3rem" />}
    <Skeleton height="3.25rem" />
  </>
);

interface HeldProps {
  readonly token: string;
  readonly message: string;
  readonly onRetry: () => void;
}

const Held = ({ token, message, onRetry }: HeldProps): ReactElement => (
  <>
    <Sign of={wifiOffIcon} />
    <div role="status" className="stack g2">
      <h1>Your link is waiting</h1>
      <p className="muted">{message}</p>
    </div>
    <p className="muted">
      It is checked again as soon as the network is back. Keep this page open.
    </p>
    <TokenLine token={token} />
    <Button size="lg" block onClick={onRetry}>
      Try now
    </Button>
  </>
);

function whereTo(
  isSignedIn: boolean,
  wayBack: string | undefined,
): readonly [string, string, string] {
  if (!isSignedIn) return ['/login', 'Log In', 'Log In now'];
  if (wayBack === undefined) return ['/', 'home', 'Continue'];
  return leadsToMoney(wayBack)
    ? [wayBack, 'your money', 'Claim your money']
    : [wayBack, 'your guess', 'Go to your guess'];
}

interface VerifiedProps extends Pick<Verification, 'wayBack'> {
  readonly token: string;
}

function Verified({ token, wayBack }: VerifiedProps): ReactElement {
  const isSignedIn = useSession() === 'signed-in';
  useEffect(forgetWayBack, []);
  const [target, place, action] = whereTo(isSignedIn, wayBack);
  useEffect(() => {
    const timer = setTimeout(() => navigate(target, { replace: true }), VERIFIED_REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [target]);
  return (
    <>
      <Sign tone="ok" of={checkIcon} />
      <h1>E-mail verified</h1>
      <p className="muted" role="status">
        {`Going to ${place} in ${VERIFIED_REDIRECT_MS / SECOND_MS} seconds.`}
      </p>
      {token && <TokenLine token={token} />}
      <ButtonLink href={target} replace size="lg" block>
        {action}
      </ButtonLink>
    </>
  );
}

interface NewLinkProps extends Pick<Verification, 'onAwaited' | 'onResent'> {
  readonly token: string;
}

function NewLink({ token, onAwaited, onResent }: NewLinkProps): ReactElement {
  const user = useUser();
  const awaited = token || user?.email_verified !== false ? undefined : user.email;
  useEffect(() => {
    if (awaited !== undefined) onAwaited(awaited);
  }, [awaited, onAwaited]);
  return (
    <>
      <p className="muted">
        {token
          ? 'The link is old or was used before. Get a new one.'
          : 'Open the link in the mail we sent you, or get a new one.'}
      </p>
      {token && <TokenLine token={token} />}
      <ResendMail onSent={onResent} />
    </>
  );
}

interface FailedProps extends NewLinkProps {
  readonly message: string;
}

/** Whoever is verified needs no link, however this one has ended. */
const NothingToVerify = (): ReactElement => (
  <>
    <Sign tone="ok" of={checkIcon} />
    <h1>{ACCOUNT_MESSAGES.emailVerified}</h1>
    <ButtonLink href="/" replace size="lg" block>
      Continue
    </ButtonLink>
  </>
);

function Failed({ message, ...link }: FailedProps): ReactElement {
  const user = useUser();
  if (user?.email_verified) return <NothingToVerify />;
  return (
    <>
      <Sign tone="bad" of={xIcon} />
      <div role="alert">
        <h1>{message}</h1>
      </div>
      <NewLink {...link} />
      <p className="center sm">
        <AppLink className="link" href="/login">
          Back to Log In
        </AppLink>
      </p>
    </>
  );
}

function Content(verification: Verification): ReactElement {
  const { state, wayBack, retry, onAwaited, onResent, onVerified } = verification;
  switch (state.phase) {
    case 'starting':
      return <Verifying token="" />;
    case 'waiting':
      return <VerifyWaiting message={state.message} wayBack={wayBack} onVerified={onVerified} />;
    case 'verifying':
      return state.hold === undefined ? (
        <Verifying token={state.token} />
      ) : (
        <Held token={state.token} message={state.hold} onRetry={retry} />
      );
    case 'verified':
      return <Verified token={state.token} wayBack={wayBack} />;
    case 'needs-login':
      return <VerifyNeedsLogin token={state.token} message={state.message} />;
    case 'failed':
      return (
        <Suspense fallback={<Verifying token="" />}>
          <Failed {...state} onAwaited={onAwaited} onResent={onResent} />
        </Suspense>
      );
    default:
      return state satisfies never;
  }
}

export default function VerifyEmailPage(): ReactElement {
  const verification = useVerification();
  const { phase } = verification.state;
  return (
    <AuthFrame
      pattern={phase === 'verified' ? 'kente' : 'adire'}
      variant={phase === 'verified' ? 'win' : phase === 'failed' ? 'nest' : 'hello'}
    >
      <Content {...verification} />
    </AuthFrame>
  );
}
