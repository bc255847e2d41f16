import { useState, type ReactElement } from 'react';

import type { Passkey } from '../../../../contract/accounts/passkeys.ts';
import type { Failure, Result } from '../../../../contract/result.ts';
import { knowsPasskeys, loadPasskeys } from '../passkeys/load-passkeys.ts';
import { useConnectivity } from '../../../platform/connectivity.ts';
import { notify } from '../../../platform/toast-store.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { Button } from '../../../ui/action/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Sheet } from '../../../ui/overlay/sheet.tsx';
import { formatDate } from '../../../ui/text/format-time.ts';
import { deviceName } from './device-name.ts';
import { ConfirmWithPassword } from './confirm-with-password.tsx';

type Asked = 'new' | Passkey | undefined;

export function Passkeys({
  passkeys,
}: {
  readonly passkeys: readonly Passkey[] | undefined;
}): ReactElement {
  const [asked, setAsked] = useState<Asked>();
  const isOffline = useConnectivity() === 'offline';
  return (
    <section className="stack g4" aria-labelledby="passkeys">
      <h2 id="passkeys">Fingerprint or face</h2>
      <p className="muted">
        Instead of your PIN, where money leaves your wallet. Your fingerprint and face never leave
        your device.
      </p>
      {passkeys && passkeys.length > 0 && (
        <ul className="stack g3">
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <Row passkey={passkey} isOffline={isOffline} onRemove={() => setAsked(passkey)} />
            </li>
          ))}
        </ul>
      )}
      {knowsPasskeys() ? (
        <Button block disabled={isOffline} onClick={() => setAsked('new')}>
          Set up on this device
        </Button>
      ) : (
        <p className="sm muted">This browser cannot do it.</p>
      )}
      {isOffline && <p className="center sm muted">This needs a connection.</p>}
      <Sheet
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={asked === 'new' ? 'Set up fingerprint or face' : 'Remove the passkey'}
      >
        {asked !== undefined && <AskPassword asked={asked} onDone={() => setAsked(undefined)} />}
      </Sheet>
    </section>
  );
}

function Row({
  passkey: { user_agent: userAgent, created_at: createdAt, last_used_at: usedAt },
  isOffline,
  onRemove,
}: {
  readonly passkey: Passkey;
  readonly isOffline: boolean;
  readonly onRemove: () => void;
}): ReactElement {
  const name = deviceName(userAgent);
  const used = usedAt === null ? 'never used' : `last used ${formatDate(new Date(usedAt))}`;
  return (
    <div className="line apart anywhere">
      <div>
        <p className="semi">{name}</p>
        <p className="xs muted">
          Since {formatDate(new Date(createdAt))}, {used}
        </p>
      </div>
      <Button size="sm" disabled={isOffline} aria-label={`Remove ${name}`} onClick={onRemove}>
        Remove
      </Button>
    </div>
  );
}

function AskPassword({
  asked,
  onDone,
}: {
  readonly asked: NonNullable<Asked>;
  readonly onDone: () => void;
}): ReactElement {
  const isOffline = useConnectivity() === 'offline';
  const change = async (password: string): Promise<Result<string>> => {
    if (asked !== 'new')
      return callWorker((worker) => worker.removePasskey({ id: asked.id, password }));
    const code = await loadPasskeys();
    return code.ok ? code.value.makePasskey(password) : code;
  };
  const run = async (password: string): Promise<Failure | undefined> => {
    const result = await change(password);
    if (!result.ok && result.error.code !== 'passkey_gone') return result.error;
    if (result.ok) notify(result.value, { kind: 'success' });
    onDone();
    return undefined;
  };
  return (
    <ConfirmWithPassword
      submit={asked === 'new' ? 'Continue' : 'Remove'}
      variant={asked === 'new' ? 'primary' : 'danger'}
      disabled={isOffline}
      notice={isOffline && <Alert tone="warn">This needs a connection.</Alert>}
      run={run}
    >
      {asked === 'new'
        ? 'Enter your password. Your device then asks for your fingerprint, your face or its screen lock, and we tell you by mail.'
        : `${deviceName(asked.user_agent)} then confirms nothing any more. Take it out of the device’s own settings, too.`}
    </ConfirmWithPassword>
  );
}
