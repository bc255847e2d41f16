import { useId, useRef, useState, type ReactElement } from 'react';
import { ERRORS } from '../../../../../contract/errors.ts';
import type { Failure } from '../../../../../contract/result.ts';
import { readServerFacts } from '../../../../../local/queries/user-and-region.ts';
import { referralCodeIn } from '../../../../shared/accounts/referral.ts';
import { useIsClient } from '../../../../platform/document.ts';
import { useRestored } from '../../../../platform/restored.ts';
import { useConnectivity } from '../../../../platform/connectivity.ts';
import { useFailure } from '../../../../platform/form/use-command.ts';
import { Quiet } from '../../../../platform/lazy/lazy-component.tsx';
import { useLive } from '../../../../platform/live/use-live.ts';
import { useRefresh } from '../../../../platform/live/use-refresh.ts';
import { nativeBridge } from '../../../../platform/native.ts';
import { safeNextPath } from '../../../../platform/routing/next-path.ts';
import { navigate } from '../../../../platform/routing/router.tsx';
import { AppLink, Button } from '../../../../ui/action/button.tsx';
import { Alert } from '../../../../ui/feedback/alert.tsx';
import { callWithWork } from '../call-with-work.ts';
import { askBrowser } from './ask-browser.ts';
import { enterByGoogle, goToGoogle } from './google-login.ts';
import { GoogleMark } from './google-mark.tsx';
import { cx } from '../../../../ui/cx.ts';
import css from './google-button.module.css';

type Going = 'no' | 'going' | 'checking';

const isToBeRemembered = (): boolean =>
  document.querySelector<HTMLInputElement>('input[name="remember"]')?.checked ?? false;

/** @param isBrowserAsked whether the browser itself may ask Google */
async function logInAtGoogle(
  onWork: () => void,
  isBrowserAsked: boolean,
): Promise<Failure | 'closed' | undefined> {
  const query = new URLSearchParams(location.search);
  const next = safeNextPath(query.get('next'));
  const referral = referralCodeIn(location.search);
  const wish = {
    redirect: next,
    remember: isToBeRemembered(),
    accepts_terms: true,
    ...(referral && { referral_code: referral }),
  };
  const begun = await callWithWork((worker, tell) => worker.beginGoogle(wish, tell), onWork);
  if (!begun.ok) return begun.error;
  const { key, browser } = begun.value;
  const answer = browser && isBrowserAsked ? await askBrowser(browser) : 'unable';
  if (answer === 'closed') return answer;
  if (!browser || answer === 'unable') return goToGoogle(begun, { next });
  const returned = { token: answer.token, state: browser.state, key };
  const entered = await enterByGoogle(returned, onWork);
  if (!entered.ok) return entered.error;
  navigate(entered.value, { replace: true });
  return undefined;
}

function ToGoogle(): ReactElement {
  const [going, setGoing] = useState<Going>('no');
  const [failure, setFailure] = useFailure();
  const wasClosed = useRef(false);
  const isRunning = useIsClient();
  const isOffline = useConnectivity() === 'offline';
  const termsId = useId();
  // The user may come back without a choice.
  useRestored(() => setGoing('no'));
  const go = async (): Promise<void> => {
    setFailure(undefined);
    setGoing('going');
    const refused = await logInAtGoogle(() => setGoing('checking'), !wasClosed.current);
    if (!refused) return;
    // Whoever closed the browser's dialog finds Google's own page at the next tap.
    if (refused === 'closed') wasClosed.current = true;
    else setFailure(refused);
    setGoing('no');
  };
  return (
    <>
      {failure && <Alert tone="bad">{failure.message}</Alert>}
      <Button
        variant="line"
        size="lg"
        block
        loading={going === 'going'}
        loadingLabel="Going to Google"
        aria-disabled={going === 'checking'}
        disabled={!isRunning || isOffline}
        aria-describedby={termsId}
        onClick={() => void (going === 'no' && go())}
      >
        <GoogleMark />
        {going === 'checking' ? ERRORS.work_required.message : 'Continue with Google'}
      </Button>
      <p id={termsId} className="xs muted center">
        By signing up with Google you say that you are 18 or older and accept the{' '}
        <AppLink className="link" href="/terms">
          terms
        </AppLink>
        .
      </p>
      <div className={cx('xs muted line', css['or'])}>
        <span>or</span>
      </div>
    </>
  );
}

function WhereServed(): ReactElement | null {
  const { data: facts } = useLive(readServerFacts, []);
  useRefresh((worker) => worker.refreshRegions(), []);
  return facts?.google === false ? null : <ToGoogle />;
}

/** Google refuses to sign in inside the web view of a native wrapper. */
export function GoogleButton(): ReactElement | null {
  const isClient = useIsClient();
  if (isClient && nativeBridge()) return null;
  return (
    <Quiet fallback={<ToGoogle />}>
      <WhereServed />
    </Quiet>
  );
}
