import { useEffect, useRef, useState, type ReactElement } from 'react';
import type { GoogleProof } from '../../../../../contract/accounts.ts';
import { ERRORS, errorMessage, type ErrorCode } from '../../../../../contract/errors.ts';
import { navigate } from '../../../../platform/routing/router.tsx';
import { Narrow, SubPage } from '../../../../ui/layout/layout.tsx';
import { Dots } from '../../../../ui/feedback/dots.tsx';
import { AuthFrame, Sign } from '../auth-frame.tsx';
import { loginPathFor } from '../../../../platform/routing/next-path.ts';
import { notify } from '../../../../platform/toast-store.ts';
import { callWorker } from '../../../../platform/worker/data-worker.ts';
import { ChoosePin } from '../../pin/choose-pin.tsx';
import { enterByGoogle, takeGoogleLogin } from './google-login.ts';

interface FirstPin {
  readonly google: GoogleProof;
  /** Where the PIN is wanted. */
  readonly next: string;
}

/** @returns where to go, or what a first PIN is chosen with */
async function returnFromGoogle(onWork: () => void): Promise<string | FirstPin> {
  const query = new URLSearchParams(location.search);
  const begun = takeGoogleLogin();
  // The code must not stay in the history.
  history.replaceState(history.state, '', location.pathname);
  const failed = (error: ErrorCode): string => {
    if (begun?.isProof) {
      notify(errorMessage(error), { kind: 'error' });
      return begun.next;
    }
    return begun && begun.next !== '/' ? loginPathFor(begun.next, error) : `/login?error=${error}`;
  };

  const code = query.get('code');
  const state = query.get('state');
  const iss = query.get('iss');
  if (!code) return failed('google_no_code');
  if (!begun || !state) return failed('login_failed');
  const { key, next, isProof } = begun;
  const returned = { code, state, key, ...(iss && { iss }) };
  if (isProof) {
    const proved = await callWorker((worker) => worker.finishGoogleProof(returned));
    return proved.ok ? { google: { state, key }, next } : failed(proved.error.code);
  }
  const entered = await enterByGoogle(returned, onWork);
  return entered.ok ? entered.value : failed(entered.error.code);
}

export default function GoogleCallbackPage(): ReactElement {
  const [isChecking, setIsChecking] = useState(false);
  const [first, setFirst] = useState<FirstPin>();
  const hasBegun = useRef(false);
  useEffect(() => {
    // A code can be used only once.
    if (hasBegun.current) return;
    hasBegun.current = true;
    void returnFromGoogle(() => setIsChecking(true)).then((end) => {
      if (typeof end === 'string') navigate(end, { replace: true });
      else setFirst(end);
    });
  }, []);
  if (first) {
    const leave = (): void => navigate(first.next, { replace: true });
    return (
      <SubPage title="Choose your PIN" back={first.next}>
        <Narrow>
          <ChoosePin
            proof="google"
            google={first.google}
            isUsed={false}
            onChosen={leave}
            onForgotten={leave}
          />
        </Narrow>
      </SubPage>
    );
  }
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
