import { Suspense, useState, type ReactElement } from 'react';
import keyIcon from 'lucide/dist/esm/icons/key-round.mjs';
import lockIcon from 'lucide/dist/esm/icons/lock.mjs';

import type { DeviceSession, User } from '../../../../contract/accounts.ts';
import type { AccountRow } from '../../../../local/rows.ts';
import { useConnectivity } from '../../../platform/connectivity.ts';
import { toastFailure, useCommand } from '../../../platform/form/use-command.ts';
import { toast } from '../../../platform/toast-store.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { MoneyStop } from '../../../shared/accounts/money-stop.tsx';
import { choosePin } from '../../../shared/accounts/pin/with-pin.ts';
import { hasPasskey } from '../../../shared/accounts/user.ts';
import { Button } from '../../../ui/action/button.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { Fold } from '../../../ui/display/fold.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Card, Narrow, SubPage } from '../../../ui/layout/layout.tsx';
import { Sheet } from '../../../ui/overlay/sheet.tsx';
import { formatDate } from '../../../ui/text/format-time.ts';
import { deviceName } from './device-name.ts';
import { FreezeAccount } from './freeze-account.tsx';
import { LeadingRows } from './links.tsx';
import { MoneyLimits } from './money-limits.tsx';
import { Passkeys } from './passkeys.tsx';
import { FirstPassword, PasswordForm } from './password.tsx';
import { useProfile } from './use-profile.ts';

export default function SecurityPage(): ReactElement {
  return (
    <SubPage title="Security" back="/profile">
      <Narrow className="stack g4">
        <Suspense fallback={<Skeleton height="20rem" />}>
          <Security />
        </Suspense>
      </Narrow>
    </SubPage>
  );
}

function Security(): ReactElement {
  const { row, account } = useProfile();
  const user = row?.user;
  if (!user) return <Skeleton height="20rem" />;
  const hasPassword = user.has_password !== false;
  return (
    <>
      {user.frozen ? <FreezeAccount user={user} /> : <MoneyStop user={user} />}
      <Secrets user={user} account={account} />
      {hasPassword ? (
        <Passkeys passkeys={account?.passkeys} hasPin={user.has_pin === true} />
      ) : (
        <FirstPassword email={user.email} />
      )}
      {account && <Devices sessions={account.sessions} />}
      <Fold title="Money limits" isSection>
        <MoneyLimits />
      </Fold>
      {!user.frozen && <FreezeAccount user={user} />}
    </>
  );
}

interface SecretsProps {
  readonly user: User;
  readonly account: AccountRow | undefined;
}

function Secrets({ user, account }: SecretsProps): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  const close = (): void => setIsOpen(false);
  return (
    <>
      <LeadingRows
        of={[
          {
            icon: lockIcon,
            title: user.has_pin ? 'Change PIN' : 'Set a PIN',
            note: pinNote(user, account),
            to: () => void choosePin(),
          },
          ...(user.has_password === false
            ? []
            : [{ icon: keyIcon, title: 'Change password', to: () => setIsOpen(true) }]),
        ]}
      />
      <Sheet open={isOpen} onClose={close} title="Change password">
        <PasswordForm onDone={close} />
      </Sheet>
    </>
  );
}

function pinNote({ has_pin: hasPin }: User, account: AccountRow | undefined): string {
  if (hasPin) return 'We ask for it when money leaves your wallet';
  return hasPasskey(account)
    ? 'For when your fingerprint or face does not work'
    : 'You need one to withdraw money. It also protects what you buy from your wallet';
}

function Devices({ sessions }: { readonly sessions: readonly DeviceSession[] }): ReactElement {
  return (
    <Card className="stack g3" aria-labelledby="devices">
      <h2 id="devices">Where you are logged in</h2>
      <ul className="stack g3">
        {sessions.map((session) => (
          <li key={session.id}>
            <Device session={session} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Device({ session }: { readonly session: DeviceSession }): ReactElement {
  const end = useCommand(
    () => callWorker((worker) => worker.revokeSession(session.id)),
    (text) => void toast(text, { kind: 'success' }),
    toastFailure,
  );
  const isOffline = useConnectivity() === 'offline';
  const name = deviceName(session.user_agent);
  return (
    <div className="cluster apart anywhere">
      <div>
        <p className="semi">{name}</p>
        <p className="xs muted">Since {formatDate(new Date(session.created_at))}</p>
      </div>
      {session.is_current ? (
        <Badge tone="ok">This device</Badge>
      ) : (
        <Button
          size="sm"
          loading={end.isBusy}
          disabled={isOffline}
          aria-label={`Log out ${name}`}
          onClick={() => end.run()}
        >
          Log out
        </Button>
      )}
    </div>
  );
}
