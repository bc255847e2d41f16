import { useEffect, useRef, useState, type ReactElement, type ReactNode } from 'react';

import { isSimplePin } from '../../../../contract/accounts/pin.ts';
import { errorMessage } from '../../../../contract/errors.ts';
import type { SetPinBody } from '../../../../contract/accounts.ts';
import { ok, type Failure, type Result } from '../../../../contract/result.ts';
import { pinFault, PinInput } from './pin-input.tsx';
import { useConnectivity } from '../../../platform/connectivity.ts';
import { useForm, type FieldErrors } from '../../../platform/form/use-form.ts';
import { toast } from '../../../platform/toast-store.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { TextButton } from '../../../ui/action/button.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { PasswordInput } from '../../../ui/form/input.tsx';
import { loadPasskeys } from '../passkeys/load-passkeys.ts';

/** What a new PIN takes beside it: the password for the first one, which a link goes with where one is forgotten. */
export type PinProof = 'password' | 'old-pin' | 'passkey' | 'link';

interface PinForm {
  readonly oldPin: string;
  readonly pin: string;
  readonly again: string;
  readonly password: string;
}

const PIN_FIELDS = ['oldPin', 'pin', 'again', 'password'] as const;
type PinField = (typeof PIN_FIELDS)[number];

const EMPTY_PIN_FORM: PinForm = { oldPin: '', pin: '', again: '', password: '' };

const takesPassword = (proof: PinProof): boolean => proof === 'password' || proof === 'link';

export function pinFormFaults(
  { oldPin, pin, again, password }: PinForm,
  proof: PinProof,
): FieldErrors<PinField> {
  const oldFault = proof === 'old-pin' ? pinFault(oldPin) : undefined;
  const fault = pinFault(pin) ?? (isSimplePin(pin) ? errorMessage('pin_too_simple') : undefined);
  return {
    ...(oldFault && { oldPin: oldFault }),
    ...(fault && { pin: fault }),
    ...(!fault && pin !== again && { again: 'The two PINs are not the same' }),
    ...(takesPassword(proof) && password === '' && { password: 'Enter your password' }),
  };
}

export const pinRefusal = ({ code, message }: Failure): FieldErrors<PinField> => ({
  ...(code === 'pin_wrong' && { oldPin: message }),
  ...(code === 'pin_too_simple' && { pin: message }),
  ...(code === 'password_wrong' && { password: message }),
});

async function bodyOf(
  { oldPin, pin, password }: PinForm,
  proof: PinProof,
  token: string | undefined,
): Promise<Result<SetPinBody>> {
  if (proof === 'old-pin') return ok({ pin, old_pin: oldPin });
  if (proof !== 'passkey') return ok({ pin, password, ...(token !== undefined && { token }) });
  const code = await loadPasskeys();
  const signed = code.ok ? await code.value.signWithPasskey() : code;
  return signed.ok ? ok({ pin, passkey: signed.value }) : signed;
}

/** Refusals that say of the account what this device did not know. */
const NEWS: ReadonlySet<string> = new Set(['pin_required', 'passkey_required']);

export interface ChoosePinProps {
  readonly proof: PinProof;
  /** Of the mailed link. */
  readonly token?: string;
  readonly isUsed: boolean;
  readonly onChosen: (pin: string) => void;
  readonly onForgotten: () => void;
}

export function ChoosePin(props: ChoosePinProps): ReactElement {
  const { proof, token, isUsed, onChosen, onForgotten } = props;
  const state = useState(EMPTY_PIN_FORM);
  const [form] = state;
  const send = async (): Promise<Failure | undefined> => {
    const body = await bodyOf(form, proof, token);
    const result = body.ok ? await callWorker((worker) => worker.setPin(body.value)) : body;
    if (!result.ok) {
      if (NEWS.has(result.error.code))
        void callWorker((worker) => worker.refreshUser({ force: true }));
      return result.error;
    }
    toast(result.value, { kind: 'success' });
    onChosen(form.pin);
    return undefined;
  };
  const { ref, failure, isBusy, change, text, onSubmit } = useForm({
    fields: PIN_FIELDS,
    state,
    wrong: pinFormFaults(form, proof),
    send: isUsed ? () => undefined : send,
    errorsOf: pinRefusal,
  });
  const isOffline = useConnectivity() === 'offline';
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const isChange = proof === 'old-pin';

  return (
    <form ref={ref} className="stack g4" noValidate onSubmit={onSubmit}>
      <p className="sm muted">{SAYS[proof]}</p>
      {isChange && (
        <Field label="Your PIN now" {...text('oldPin')}>
          <PinInput ref={first} onPin={(oldPin) => change({ oldPin })} />
        </Field>
      )}
      <Field label="New PIN" {...text('pin')}>
        <PinInput {...(!isChange && { ref: first })} onPin={(pin) => change({ pin })} />
      </Field>
      <Field label="New PIN once more" {...text('again')}>
        <PinInput onPin={(again) => change({ again })} />
      </Field>
      {takesPassword(proof) && (
        <Field label="Your password" {...text('password')}>
          <PasswordInput autoComplete="current-password" />
        </Field>
      )}
      {failure && <Alert tone="bad">{failure.message}</Alert>}
      {isOffline && !failure && <Alert tone="warn">{errorMessage('offline')}</Alert>}
      <SubmitButton loading={isBusy || isUsed} disabled={isOffline}>
        {proof === 'passkey' ? 'Confirm and set PIN' : 'Set PIN'}
      </SubmitButton>
      <Forgotten proof={proof} onForgotten={onForgotten} />
    </form>
  );
}

const SAYS: Readonly<Record<PinProof, ReactNode>> = {
  password:
    'Six digits that we ask for whenever money leaves your wallet. Nobody at Goodies ever asks you for them.',
  'old-pin': 'With the PIN that you have now you choose another one.',
  passkey: 'Your device asks for your fingerprint or face before the PIN is set.',
  link: 'After this nothing can leave your wallet for 24 hours. We tell you by mail that your PIN was changed.',
};

const FORGOTTEN: Readonly<Partial<Record<PinProof, string>>> = {
  'old-pin': 'Forgotten?',
  passkey: 'It does not work?',
  link: 'Mail me another link',
};

function Forgotten({
  proof,
  onForgotten,
}: Pick<ChoosePinProps, 'proof' | 'onForgotten'>): ReactElement | null {
  const label = FORGOTTEN[proof];
  return label === undefined ? null : (
    <p className="center sm">
      <TextButton onClick={onForgotten}>{label}</TextButton>
    </p>
  );
}
