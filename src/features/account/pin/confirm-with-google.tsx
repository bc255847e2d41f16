import { useState, type ReactElement } from 'react';

import { useFailure } from '../../../platform/form/use-command.ts';
import { useRestored } from '../../../platform/restored.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { AppLink, Button } from '../../../ui/action/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { goToGoogle } from '../auth/google/google-login.ts';
import { GoogleMark } from '../auth/google/google-mark.tsx';

interface ConfirmWithGoogleProps {
  /** Where a PIN is wanted, to which the user comes back with it. */
  readonly returnTo: string;
  readonly why?: string | undefined;
  readonly onLeave: () => void;
}

const WHY = 'Six digits that we ask for whenever money leaves your wallet.';

/** Before the first PIN of an account that has no password. */
export function ConfirmWithGoogle(props: ConfirmWithGoogleProps): ReactElement {
  const { returnTo, why = WHY, onLeave } = props;
  const [isGoing, setIsGoing] = useState(false);
  const [failure, setFailure] = useFailure();
  // The user may come back without a choice.
  useRestored(() => setIsGoing(false));
  const go = async (): Promise<void> => {
    setIsGoing(true);
    const begun = await callWorker((worker) => worker.beginGoogleProof());
    const refused = goToGoogle(begun, { next: returnTo, isProof: true });
    setFailure(refused);
    setIsGoing(refused === undefined);
  };
  return (
    <div className="stack g4">
      <p>{why} First Google confirms that it is you, because your account has no password.</p>
      {failure && <Alert tone="bad">{failure.message}</Alert>}
      <Button
        variant="line"
        size="lg"
        block
        loading={isGoing}
        loadingLabel="Going to Google"
        onClick={() => void go()}
      >
        <GoogleMark /> Confirm with Google
      </Button>
      <p className="center sm">
        <AppLink className="link" href="/profile/security" onClick={onLeave}>
          Choose a password instead
        </AppLink>
      </p>
    </div>
  );
}
