import { useState, type FormEvent, type ReactElement } from 'react';

import type { Passkey } from '../../../contract/accounts/passkeys.ts';
import type { Result } from '../../../contract/result.ts';
import { knowsPasskeys, loadPasskeys } from '../../domain/accounts/passkeys/load-passkeys.ts';
import { useConnectivity } from '../../platform/connectivity.ts';
import { useFormErrors } from '../../platform/form/use-form-errors.ts';
import { notify } from '../../platform/toast-store.ts';
import { callWorker } from '../../platform/worker/data-worker.ts';
import { Button } from '../../ui/action/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Field } from '../../ui/form/field.tsx';
import { PasswordInput } from '../../ui/form/password-input.tsx';
import { Sheet } from '../../ui/overlay/sheet.tsx';
import { formatDate } from '../../ui/text/format-time.ts';
import { deviceName } from './device-name.ts';
import css from './profile.module.css';

/** What the password is asked for: another passkey, or the end of one. */
type Asked = 'new' | Passkey | undefined;

/** Devices whose fingerprint or face stands in for the PIN. */
export function Passkeys({
  passkeys,
}: {
  /** Undefined until they were fetched once. */
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
    <div className={css['device']}>
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

/** Both take the password: a session alone must not change what guards the money. */
function AskPassword({
  asked,
  onDone,
}: {
  readonly asked: NonNullable<Asked>;
  readonly onDone: () => void;
}): ReactElement {
  const [password, setPassword] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const isOffline = useConnectivity() === 'offline';
  const wrong = password === '' ? { password: 'Enter your password' } : {};
  const { ref, errors, failure, check, refuse, edit } = useFormErrors(['password'], wrong);
  const run = async (): Promise<Result<string>> => {
    if (asked !== 'new')
      return callWorker((worker) => worker.removePasskey({ id: asked.id, password }));
    const code = await loadPasskeys();
    return code.ok ? code.value.makePasskey(password) : code;
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy || !check()) return;
    setIsBusy(true);
    const result = await run();
    setIsBusy(false);
    if (result.ok) {
      notify(result.value, { kind: 'success' });
      return onDone();
    }
    const { code, message } = result.error;
    // It is gone, which is what was wanted.
    if (code === 'passkey_gone') return onDone();
    refuse(result.error, code === 'password_wrong' ? { password: message } : {});
  };
  return (
    <form ref={ref} className="stack g4" noValidate onSubmit={(event) => void submit(event)}>
      <p>
        {asked === 'new'
          ? 'Enter your password. Your device then asks for your fingerprint, your face or its screen lock, and we tell you by mail.'
          : `${deviceName(asked.user_agent)} then confirms nothing any more. Take it out of the device’s own settings, too.`}
      </p>
      {failure && <Alert tone="bad">{failure.message}</Alert>}
      {isOffline && !failure && <Alert tone="warn">This needs a connection.</Alert>}
      <Field label="Your password" error={errors.password}>
        <PasswordInput
          data-field="password"
          autoComplete="current-password"
          value={password}
          onChange={({ target }) => {
            setPassword(target.value);
            edit('password');
          }}
        />
      </Field>
      <Button
        type="submit"
        variant={asked === 'new' ? 'primary' : 'danger'}
        block
        loading={isBusy}
        disabled={isOffline}
      >
        {asked === 'new' ? 'Continue' : 'Remove'}
      </Button>
    </form>
  );
}
