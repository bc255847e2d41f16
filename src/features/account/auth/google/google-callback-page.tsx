import { useEffect, useRef, useState, type ReactElement } from 'react';

import { ERRORS } from '../../../../../contract/errors.ts';
import { ACCOUNT_MESSAGES } from '../../../../../contract/accounts/account-messages.ts';
import { navigate } from '../../../../platform/routing/router.tsx';
import { Dots } from '../../../../ui/feedback/dots.tsx';
import { AuthFrame, Sign } from '../auth-frame.tsx';
import { returnFromGoogle } from './return-from-google.ts';

/** Where Google sends people back to (spec 2.12): signs them in and goes on, or to the log-in page with the reason. */
export default function GoogleCallbackPage(): ReactElement {
  const [isChecking, setIsChecking] = useState(false);
  const hasBegun = useRef(false);
  useEffect(() => {
    // What came back is good once.
    if (hasBegun.current) return;
    hasBegun.current = true;
    void returnFromGoogle(() => setIsChecking(true)).then((target) =>
      navigate(target, { replace: true }),
    );
  }, []);
  return (
    <AuthFrame cloth="adire">
      <Sign>
        <Dots />
      </Sign>
      <div role="status">
        <h1>{ACCOUNT_MESSAGES.loggingIn}</h1>
        {isChecking && <p className="muted">{ERRORS.work_required.message}</p>}
      </div>
      <p className="muted">Keep this page open.</p>
    </AuthFrame>
  );
}
