import { useState, type ReactElement } from 'react';
import checkIcon from 'lucide/dist/esm/icons/check.mjs';
import lockIcon from 'lucide/dist/esm/icons/lock.mjs';

import { errorMessage } from '../../../../contract/errors.ts';
import { isUnanswered } from '../../../../contract/errors/is-unanswered.ts';
import type { MailedLink } from '../../../../workers/commands/account-mail.ts';
import { useConnectivity } from '../../../platform/connectivity.ts';
import { useCommand } from '../../../platform/form/use-command.ts';
import { useAppLocation, useQuery } from '../../../platform/routing/router.tsx';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { Button, ButtonLink, type ButtonLook } from '../../../ui/action/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { AuthFrame, Sign } from './auth-frame.tsx';

interface Act {
  readonly link: MailedLink;
  readonly title: string;
  readonly says: string;
  readonly action: string;
  readonly variant: NonNullable<ButtonLook['variant']>;
  readonly busy: string;
  readonly done: string;
  readonly outcome: string;
  readonly next: readonly [label: string, href: string];
}

const NEW_PASSWORD = ['Choose a new password', '/forgot-password'] as const;

const FREEZE: Act = {
  link: 'freeze',
  title: 'Freeze your account?',
  says: 'No money can leave it any more, and every device is logged out. We mail you a link that unfreezes it.',
  action: 'Freeze my account',
  variant: 'danger',
  busy: 'Freezing the account',
  done: 'Your account is frozen',
  outcome:
    'No money can leave it, and every device is logged out. If somebody may know your password, choose a new one.',
  next: NEW_PASSWORD,
};

const ACTS: Readonly<Record<string, Act>> = {
  '/unfreeze': {
    link: 'unfreeze',
    title: 'Unfreeze your account?',
    says: 'Money can leave it 24 hours later. If somebody may know your password, choose a new one first.',
    action: 'Unfreeze my account',
    variant: 'primary',
    busy: 'Unfreezing the account',
    done: 'Your account is unfrozen',
    outcome: 'Money can leave it in 24 hours.',
    next: ['Go to your profile', '/profile'],
  },
  '/undo-email': {
    link: 'email/undo',
    title: 'Put your e-mail address back?',
    says: 'Your account gets the address back that this link was sent to, and every device is logged out. Nothing can leave your wallet for 24 hours.',
    action: 'Undo the change',
    variant: 'primary',
    busy: 'Putting the address back',
    done: 'Your address is back',
    outcome:
      'Every device is logged out. Choose a new password now, because somebody else may know the one you have.',
    next: NEW_PASSWORD,
  },
};

/**
 * What a mailed link does when its reader taps the button. Opening it does nothing, because programs that check mails
 * open links, too.
 */
export default function MailedLinkPage(): ReactElement {
  const { path } = useAppLocation();
  const token = useQuery().get('token') ?? '';
  const act = ACTS[path] ?? FREEZE;
  const [isDone, setIsDone] = useState(false);
  return (
    <AuthFrame pattern="bead">
      {!isDone ? (
        <Ask act={act} token={token} onDone={() => setIsDone(true)} />
      ) : (
        <>
          <Sign tone="ok" of={checkIcon} />
          <div role="status" className="stack g2">
            <h1>{act.done}</h1>
            <p className="muted">{act.outcome}</p>
          </div>
          <ButtonLink href={act.next[1]} variant="primary" size="lg" block>
            {act.next[0]}
          </ButtonLink>
        </>
      )}
    </AuthFrame>
  );
}

interface AskProps {
  readonly act: Act;
  readonly token: string;
  readonly onDone: () => void;
}

function Ask({ act, token, onDone }: AskProps): ReactElement {
  const [mayBeDone, setMayBeDone] = useState(false);
  const { isBusy, failure, run } = useCommand(
    () => callWorker((worker) => worker.openMailedLink(act.link, token)),
    onDone,
    (failed) => {
      if (isUnanswered(failed)) setMayBeDone(true);
    },
  );
  const isOffline = useConnectivity() === 'offline';
  return (
    <>
      <Sign of={lockIcon} />
      <h1>{act.title}</h1>
      {token === '' ? (
        <Alert tone="warn">Open this page with the link in our mail.</Alert>
      ) : (
        <>
          <p className="muted">{act.says}</p>
          {failure && (
            <Alert tone="bad">
              {failure.message}
              {failure.code === 'link_expired' &&
                mayBeDone &&
                '. If your first try has arrived, it has done its work: log in to see.'}
            </Alert>
          )}
          {isOffline && !failure && <Alert tone="warn">{errorMessage('offline')}</Alert>}
          <Button
            variant={act.variant}
            size="lg"
            block
            loading={isBusy}
            loadingLabel={act.busy}
            disabled={isOffline}
            onClick={() => run()}
          >
            {act.action}
          </Button>
        </>
      )}
      <ButtonLink href="/login" size="lg" block>
        Log In
      </ButtonLink>
    </>
  );
}
