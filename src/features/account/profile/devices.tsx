import type { ReactElement } from 'react';

import type { DeviceSession } from '../../../../contract/accounts.ts';
import { useConnectivity } from '../../../platform/connectivity.ts';
import { toastFailure, useCommand } from '../../../platform/form/use-command.ts';
import { toast } from '../../../platform/toast-store.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { Button } from '../../../ui/action/button.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { Card } from '../../../ui/layout/layout.tsx';
import { formatDate } from '../../../ui/text/format-time.ts';
import { deviceName } from './device-name.ts';
import css from './profile.module.css';

export function Devices({
  sessions,
}: {
  readonly sessions: readonly DeviceSession[];
}): ReactElement {
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
    <div className={css['device']}>
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
