import { useEffect, useId, useState, type ReactElement } from 'react';

import { ERRORS } from '../../../../../contract/errors.ts';
import type { Failure } from '../../../../../contract/result.ts';
import { readHasGoogle } from '../../../../../local/queries/user-and-region.ts';
import { referralCodeIn } from '../../../../shared/accounts/referral.ts';
import { useIsClient } from '../../../../platform/clock/use-is-client.ts';
import { useConnectivity } from '../../../../platform/connectivity.ts';
import { useFailure } from '../../../../platform/form/use-command.ts';
import { Quiet } from '../../../../platform/lazy/quiet.tsx';
import { useLive } from '../../../../platform/live/use-live.ts';
import { useRefresh } from '../../../../platform/live/use-refresh.ts';
import { nativeBridge } from '../../../../platform/native/bridge.ts';
import { safeNextPath } from '../../../../platform/routing/next-path.ts';
import { AppLink, Button } from '../../../../ui/action/button.tsx';
import { Alert } from '../../../../ui/feedback/alert.tsx';
import { callWithWork } from '../call-with-work.ts';
import { keepGoogleLogin } from './google-login.ts';
import { GoogleMark } from './google-mark.tsx';
import css from './google-button.module.css';

type Going = 'no' | 'going' | 'checking';

/** What the log-in form's own box says. Where there is none the visitor has not asked for it. */
const isToBeRemembered = (): boolean =>
  document.querySelector<HTMLInputElement>('input[name="remember"]')?.checked ?? false;

/** Goes to Google. @returns why not */
async function goToGoogle(onWork: () => void): Promise<Failure | undefined> {
  const query = new URLSearchParams(location.search);
  const next = safeNextPath(query.get('next'));
  const referral = referralCodeIn(location.search);
  const wish = {
    redirect: next,
    remember: isToBeRemembered(),
    accepts_terms: true,
    ...(referral && { referral_code: referral }),
  };
  const result = await callWithWork((worker, tell) => worker.beginGoogle(wish, tell), onWork);
  if (!result.ok) return result.error;
  try {
    keepGoogleLogin({ key: result.value.key, next });
  } catch {
    return { code: 'storage_full', message: ERRORS.storage_full.message };
  }
  location.assign(result.value.url);
  return undefined;
}

function ToGoogle(): ReactElement {
  const [going, setGoing] = useState<Going>('no');
  const [failure, setFailure] = useFailure();
  const isRunning = useIsClient();
  const isOffline = useConnectivity() === 'offline';
  const termsId = useId();
  // Back from Google without having chosen: the browser shows the page as it was left.
  useEffect(() => {
    const shown = (event: PageTransitionEvent): void => {
      if (event.persisted) setGoing('no');
    };
    globalThis.addEventListener('pageshow', shown);
    return () => globalThis.removeEventListener('pageshow', shown);
  }, []);
  const go = async (): Promise<void> => {
    setFailure(undefined);
    setGoing('going');
    const refused = await goToGoogle(() => setGoing('checking'));
    if (!refused) return;
    setFailure(refused);
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
      <div className={css['or']}>
        <span>or</span>
      </div>
    </>
  );
}

function WhereServed(): ReactElement | null {
  const read = useLive(readHasGoogle, []);
  useRefresh((worker) => worker.refreshRegions(), []);
  return read.phase === 'ready' && read.data === false ? null : <ToGoogle />;
}

/**
 * Signs in or up with Google, above a form that does so with a password. Not where the server is known to have no
 * Google, nor in a native wrapper: Google signs no user in within another app's web view.
 */
export function GoogleButton(): ReactElement | null {
  const isClient = useIsClient();
  if (isClient && nativeBridge()) return null;
  return (
    <Quiet fallback={<ToGoogle />}>
      <WhereServed />
    </Quiet>
  );
}
