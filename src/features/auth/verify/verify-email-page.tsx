import { useEffect, useReducer, useRef, type ReactElement } from 'react';
import checkIcon from 'lucide/dist/esm/icons/check.mjs';
import mailIcon from 'lucide/dist/esm/icons/mail.mjs';
import xIcon from 'lucide/dist/esm/icons/x.mjs';

import { VERIFIED_REDIRECT_MS } from '../../../../contract/constants.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { navigate } from '../../../platform/routing/router.tsx';
import { readSession, useSession } from '../../../platform/session/session.ts';
import { AppLink } from '../../../ui/action/app-link.tsx';
import { ButtonLink } from '../../../ui/action/button-link.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { AuthFrame, Sign } from '../auth-frame.tsx';
import { readPendingEmail, storePendingEmail } from '../device-memory.ts';
import { ResendMail } from './resend-mail.tsx';
import { TokenLine } from './token-line.tsx';
import { STARTING, verifyReducer, type VerifyState } from './verify.machine.ts';
import { VerifyWaiting } from './verify-waiting.tsx';
import { Icon } from '../../../ui/icon.tsx';

const SECOND_MS = 1_000;

/** Reads the address once and tries its token once: a second try would find it used up. */
function useVerification(): readonly [VerifyState, onResent: (message: string) => void] {
  const [state, dispatch] = useReducer(verifyReducer, STARTING);
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    // From the address itself: the router learns the query of a prerendered page a moment later.
    const token = new URLSearchParams(location.search).get('token') ?? '';
    dispatch({ type: 'arrive', token, pendingEmail: readPendingEmail() });
    void readSession();
    if (!token) return;
    void callWorker((worker) => worker.verifyEmail(token)).then((result) => {
      if (result.ok) storePendingEmail('');
      dispatch(
        result.ok ? { type: 'verified' } : { type: 'failed', message: result.error.message },
      );
    });
  }, []);
  return [state, (message) => dispatch({ type: 'resent', message })];
}

const Verifying = ({ token }: { readonly token: string }): ReactElement => (
  <>
    <Sign>
      <Icon of={mailIcon} size="lg" />
    </Sign>
    <h1>Checking your link</h1>
    <p className="muted" role="status">
      This takes a moment.
    </p>
    {token && <TokenLine token={token} />}
    <Skeleton shape="block" height="3.25rem" />
  </>
);

function Verified({ token }: { readonly token: string }): ReactElement {
  const isSignedIn = useSession() === 'signed-in';
  const [target, place, action] = isSignedIn
    ? (['/', 'home', 'Continue'] as const)
    : (['/login', 'Log In', 'Log In now'] as const);
  useEffect(() => {
    const timer = setTimeout(() => navigate(target, { replace: true }), VERIFIED_REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [target]);
  return (
    <>
      <Sign tone="ok">
        <Icon of={checkIcon} size="lg" />
      </Sign>
      <h1>E-mail verified</h1>
      <p className="muted" role="status">
        {`Going to ${place} in ${VERIFIED_REDIRECT_MS / SECOND_MS} seconds.`}
      </p>
      <TokenLine token={token} />
      <ButtonLink href={target} replace size="lg" block>
        {action}
      </ButtonLink>
    </>
  );
}

interface FailedProps {
  readonly state: Extract<VerifyState, { phase: 'failed' }>;
  readonly onResent: (message: string) => void;
}

const Failed = ({ state, onResent }: FailedProps): ReactElement => (
  <>
    <Sign tone="bad">
      <Icon of={xIcon} size="lg" />
    </Sign>
    <div role="alert">
      <h1>{state.message}</h1>
    </div>
    <p className="muted">
      {state.token
        ? 'The link is old or was used before. Get a new one.'
        : 'Open the link in the mail we sent you, or get a new one.'}
    </p>
    {state.token && <TokenLine token={state.token} />}
    <ResendMail variant="primary" onSent={onResent} />
    <p className="center sm">
      <AppLink className="link" href="/login">
        Back to Log In
      </AppLink>
    </p>
  </>
);

export default function VerifyEmailPage(): ReactElement {
  const [state, onResent] = useVerification();
  switch (state.phase) {
    case 'starting':
      return (
        <AuthFrame cloth="adire">
          <Verifying token="" />
        </AuthFrame>
      );
    case 'waiting':
      return (
        <AuthFrame cloth="adire">
          <VerifyWaiting message={state.message} />
        </AuthFrame>
      );
    case 'verifying':
      return (
        <AuthFrame cloth="adire">
          <Verifying token={state.token} />
        </AuthFrame>
      );
    case 'verified':
      return (
        <AuthFrame cloth="kente" mood="win">
          <Verified token={state.token} />
        </AuthFrame>
      );
    case 'failed':
      return (
        <AuthFrame cloth="adire" mood="nest">
          <Failed state={state} onResent={onResent} />
        </AuthFrame>
      );
    default:
      return state satisfies never;
  }
}
