import { useState, type ReactElement } from 'react';

import type { Passkey } from '../../../../contract/accounts/passkeys.ts';
import type { Failure } from '../../../../contract/result.ts';
import { knowsPasskeys, loadPasskeys, signalChange } from '../passkeys/load-passkeys.ts';
import { pinFault, PinInput } from '../pin/pin-input.tsx';
import { useConnectivity } from '../../../platform/connectivity.ts';
import { useForm } from '../../../platform/form/use-form.ts';
import { notify } from '../../../platform/toast-store.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { Button } from '../../../ui/action/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { PasswordInput } from '../../../ui/form/input.tsx';
import { Card } from '../../../ui/layout/layout.tsx';
import { Sheet } from '../../../ui/overlay/sheet.tsx';
import { formatDate } from '../../../ui/text/format-time.ts';
import { deviceName } from './device-name.ts';
import { ConfirmWithPassword } from './confirm-with-password.tsx';

type Asked = 'new' | Passkey | undefined;

interface PasskeysProps {
  readonly passkeys: readonly Passkey[] | undefined;
  readonly hasPin: boolean;
}

export function Passkeys({ passkeys, hasPin }: PasskeysProps): ReactElement {
  const [asked, setAsked] = useState<Asked>();
  const isOffline = useConnectivity() === 'offline';
  return (
    <Card className="stack g3" aria-labelledby="passkeys">
      <h2 id="passkeys">Fingerprint or face</h2>
      <p className="muted">
        To log in, and instead of your PIN where money leaves your wallet. Your fingerprint and face
        never leave your device.
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
        {asked === 'new' && <AddPasskey hasPin={hasPin} onDone={() => setAsked(undefined)} />}
        {asked !== undefined && asked !== 'new' && (
          <RemovePasskey passkey={asked} onDone={() => setAsked(undefined)} />
        )}
      </Sheet>
    </Card>
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
    <div className="cluster apart anywhere">
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

interface AddPasskeyProps {
  readonly hasPin: boolean;
  readonly onDone: () => void;
}

const ADD_FIELDS = ['password', 'pin'] as const;

function AddPasskey({ hasPin, onDone }: AddPasskeyProps): ReactElement {
  const isOffline = useConnectivity() === 'offline';
  const state = useState({ password: '', pin: '' });
  const [{ password, pin }] = state;
  const send = async (): Promise<Failure | undefined> => {
    const code = await loadPasskeys();
    const made = code.ok ? await code.value.makePasskey(password, pin) : code;
    if (!made.ok) return made.error;
    notify(made.value, { kind: 'success' });
    onDone();
    return undefined;
  };
  const { ref, failure, isBusy, change, text, onSubmit } = useForm({
    fields: ADD_FIELDS,
    state,
    wrong: {
      password: password === '' ? 'Enter your password' : undefined,
      pin: pin === '' ? undefined : pinFault(pin),
    },
    send,
    errorsOf: ({ code, message }) => ({
      ...(code === 'password_wrong' && { password: message }),
      ...(code === 'pin_wrong' && { pin: message }),
    }),
  });
  return (
    <form ref={ref} className="stack g4" noValidate onSubmit={onSubmit}>
      <p>
        Enter your password. Your device then asks for your fingerprint, your face or its screen
        lock, and we tell you by mail.
      </p>
      {failure && <Alert tone="bad">{failure.message}</Alert>}
      {isOffline && !failure && <Alert tone="warn">This needs a connection.</Alert>}
      <Field label="Your password" {...text('password')}>
        <PasswordInput autoComplete="current-password" />
      </Field>
      {hasPin ? (
        <Field
          label="Your PIN"
          help="Without it nothing can leave your wallet for 24 hours after this."
          {...text('pin')}
        >
          <PinInput onPin={(typed) => change({ pin: typed })} />
        </Field>
      ) : (
        <p className="sm muted">
          Nothing can leave your wallet for 24 hours after this. Set a PIN in your profile first,
          and it can leave at once.
        </p>
      )}
      <Button type="submit" variant="primary" block loading={isBusy} disabled={isOffline}>
        Continue
      </Button>
    </form>
  );
}

interface RemovePasskeyProps {
  readonly passkey: Passkey;
  readonly onDone: () => void;
}

function RemovePasskey({ passkey, onDone }: RemovePasskeyProps): ReactElement {
  const { id, user_agent: userAgent } = passkey;
  const isOffline = useConnectivity() === 'offline';
  const run = async (password: string): Promise<Failure | undefined> => {
    const result = await callWorker((worker) => worker.removePasskey({ id, password }));
    if (!result.ok && result.error.code !== 'passkey_gone') return result.error;
    void signalChange();
    if (result.ok) notify(result.value, { kind: 'success' });
    onDone();
    return undefined;
  };
  return (
    <ConfirmWithPassword
      submit="Remove"
      variant="danger"
      disabled={isOffline}
      notice={isOffline && <Alert tone="warn">This needs a connection.</Alert>}
      run={run}
    >
      {`${deviceName(userAgent)} can then confirm nothing any more. Remove it in the device’s own settings, too.`}
    </ConfirmWithPassword>
  );
}
