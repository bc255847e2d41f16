import { useEffect, useRef, useState, type ReactElement } from 'react';
import { ERRORS, type ErrorCode } from '../../../../../contract/errors.ts';
import { navigate } from '../../../../platform/routing/router.tsx';
import { Dots } from '../../../../ui/feedback/dots.tsx';
import { AuthFrame, Sign } from '../auth-frame.tsx';
import { loginPathFor, safeNextPath } from '../../../../platform/routing/next-path.ts';
import { refreshSession } from '../../../../platform/session/session.ts';
import { notify } from '../../../../platform/toast-store.ts';
import { callWithWork } from '../call-with-work.ts';
import { takeGoogleLogin } from './google-login.ts';

async function returnFromGoogle(onWork: () => void): Promise<string> {
  const query = new URLSearchParams(location.search);
  const begun = takeGoogleLogin();
  // The code must not stay in the history.
  history.replaceState(history.state, '', location.pathname);
  const failed = (error: ErrorCode): string =>
    begun && begun.next !== '/' ? loginPathFor(begun.next, error) : `/login?error=${error}`;

  const code = query.get('code');
  const state = query.get('state');
  const iss = query.get('iss');
  if (!code) return failed('google_no_code');
  if (!begun || !state) return failed('login_failed');
  const returned = { code, state, key: begun.key, ...(iss && { iss }) };
  const result = await callWithWork((worker, tell) => worker.finishGoogle(returned, tell), onWork);
  if (!result.ok) return failed(result.error.code);
  await refreshSession();
  notify(result.value.message, { kind: 'success' });
  return safeNextPath(result.value.redirect);
}

export default function GoogleCallbackPage(): ReactElement {
  const [isChecking, setIsChecking] = useState(false);
  const hasBegun = useRef(false);
  useEffect(() => {
    // A code can be used only once.
    if (hasBegun.current) return;
    hasBegun.current = true;
    void returnFromGoogle(() => setIsChecking(true)).then((target) =>
      navigate(target, { replace: true }),
    );
  }, []);
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
