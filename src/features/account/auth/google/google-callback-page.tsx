import { useEffect, useRef, useState, type ReactElement } from 'react';
import type { GoogleProof } from '../../../../../contract/accounts.ts';
import { ERRORS, errorMessage, type ErrorCode } from '../../../../../contract/errors.ts';
import { navigate } from '../../../../platform/routing/router.tsx';
import { Narrow, SubPage } from '../../../../ui/layout/layout.tsx';
import { Dots } from '../../../../ui/feedback/dots.tsx';
import { AuthFrame, Sign } from '../auth-frame.tsx';
import { loginPathFor, safeNextPath } from '../../../../platform/routing/next-path.ts';
import { refreshSession } from '../../../../platform/session/session.ts';
import { notify } from '../../../../platform/toast-store.ts';
import { callWorker } from '../../../../platform/worker/data-worker.ts';
import { ChoosePin } from '../../pin/choose-pin.tsx';
import { ConfirmWithGoogle } from '../../pin/confirm-with-google.tsx';
import { callWithWork } from '../call-with-work.ts';
import { takeGoogleLogin, type GoogleLogin } from './google-login.ts';

interface CameBack {
  readonly begun: GoogleLogin | undefined;
  readonly code: string | null;
  readonly state: string | null;
  readonly iss: string | null;
}

function readReturn(): CameBack {
  const query = new URLSearchParams(location.search);
  const begun = takeGoogleLogin();
  // The code must not stay in the history.
  history.replaceState(history.state, '', location.pathname);
  return { begun, code: query.get('code'), state: query.get('state'), iss: query.get('iss') };
}

async function logIn({ begun, code, state, iss }: CameBack, onWork: () => void): Promise<string> {
  const failed = (error: ErrorCode): string =>
    begun && begun.next !== '/' ? loginPathFor(begun.next, error) : `/login?error=${error}`;
  if (!code) return failed('google_no_code');
  if (!begun || !state) return failed('login_failed');
  const returned = { code, state, key: begun.key, ...(iss && { iss }) };
  const result = await callWithWork((worker, tell) => worker.finishGoogle(returned, tell), onWork);
  if (!result.ok) return failed(result.error.code);
  await refreshSession();
  notify(result.value.message, { kind: 'success' });
  return safeNextPath(result.value.redirect);
}

interface Proved {
  /** Undefined where Google has not confirmed. */
  readonly proof?: GoogleProof;
  readonly problem?: string;
}

async function prove({ begun, code, state, iss }: CameBack): Promise<Proved> {
  if (!code || !state || !begun) return { problem: errorMessage('google_no_code') };
  const proof = { state, key: begun.key };
  const proved = await callWorker((worker) =>
    worker.finishGoogleProof({ code, proof, ...(iss && { iss }) }),
  );
  return proved.ok ? { proof } : { problem: proved.error.message };
}

interface FirstPinProps {
  readonly proved: Proved;
  /** Where the PIN is wanted. */
  readonly next: string;
}

function FirstPin({ proved, next }: FirstPinProps): ReactElement {
  const [{ proof, problem }, setShown] = useState(proved);
  return (
    <SubPage title="Choose your PIN" back={next}>
      <Narrow>
        {proof ? (
          <ChoosePin
            proof="google"
            google={proof}
            isUsed={false}
            onChosen={() => navigate(next, { replace: true })}
            onForgotten={() => setShown({ problem: errorMessage('google_proof_over') })}
          />
        ) : (
          <ConfirmWithGoogle returnTo={next} problem={problem} />
        )}
      </Narrow>
    </SubPage>
  );
}

export default function GoogleCallbackPage(): ReactElement {
  const [isChecking, setIsChecking] = useState(false);
  const [shown, setShown] = useState<FirstPinProps>();
  const hasBegun = useRef(false);
  useEffect(() => {
    // A code can be used only once.
    if (hasBegun.current) return;
    hasBegun.current = true;
    const came = readReturn();
    const { begun } = came;
    if (begun?.isProof) void prove(came).then((proved) => setShown({ proved, next: begun.next }));
    else
      void logIn(came, () => setIsChecking(true)).then((target) =>
        navigate(target, { replace: true }),
      );
  }, []);
  if (shown) return <FirstPin {...shown} />;
  return (
    <AuthFrame pattern="adire">
      <Sign>
        <Dots />
      </Sign>
      <div role="status">
        <h1>Logging you in...</h1>
        {isChecking && <p className="muted">{ERRORS.work_required.message}</p>}
      </div>
      <p className="muted">Keep this page open.</p>
    </AuthFrame>
  );
}
