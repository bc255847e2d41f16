import { useId, useState, type ReactElement } from 'react';
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
import { AppLink, Button } from '../../../../ui/action/button.tsx';
import { Alert } from '../../../../ui/feedback/alert.tsx';
import { callWithWork } from '../call-with-work.ts';
import { keepGoogleLogin } from './google-login.ts';
import { cx } from '../../../../ui/cx.ts';
import css from './google-button.module.css';

const GoogleMark = (): ReactElement => (
  <svg width="20" height="20" viewBox="0 0 24 24" aria-hidden="true">
    <path
      fill="#4285f4"
      d="M23 12.27c0-.8-.07-1.57-.2-2.31H12v4.37h6.17a5.27 5.27 0 0 1-2.29 3.46v2.87h3.7C21.75 18.67 23 15.74 23 12.27z"
    />
    <path
      fill="#34a853"
      d="M12 23.45c3.1 0 5.7-1.03 7.59-2.79l-3.7-2.87c-1.03.69-2.34 1.1-3.89 1.1-2.99 0-5.52-2.02-6.42-4.73H1.75v2.97A11.45 11.45 0 0 0 12 23.45z"
    />
    <path
      fill="#fbbc05"
      d="M5.58 14.16a6.88 6.88 0 0 1 0-4.4V6.79H1.75a11.45 11.45 0 0 0 0 10.34z"
    />
    <path
      fill="#ea4335"
      d="M12 5.03c1.69 0 3.2.58 4.39 1.72l3.29-3.29A11.02 11.02 0 0 0 12 .47 11.45 11.45 0 0 0 1.75 6.79l3.83 2.97C6.48 7.05 9.01 5.03 12 5.03z"
    />
  </svg>
);

type Going = 'no' | 'going' | 'checking';

const isToBeRemembered = (): boolean =>
  document.querySelector<HTMLInputElement>('input[name="remember"]')?.checked ?? false;

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
  // The user may come back without a choice.
  useRestored(() => setGoing('no'));
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
