import { useEffect, useRef, useState, type ReactElement } from 'react';

import { isSimplePin } from '../../../../contract/accounts/pin.ts';
import { errorMessage } from '../../../../contract/errors.ts';
import type { Failure } from '../../../../contract/result.ts';
import { pinFault, PinInput } from './pin-input.tsx';
import { useConnectivity } from '../../../platform/connectivity.ts';
import { useForm, type FieldErrors } from '../../../platform/form/use-form.ts';
import { toast } from '../../../platform/toast-store.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { PasswordInput } from '../../../ui/form/input.tsx';

interface PinForm {
  readonly pin: string;
  readonly again: string;
  readonly password: string;
}

const PIN_FIELDS = ['pin', 'again', 'password'] as const;
type PinField = (typeof PIN_FIELDS)[number];

const EMPTY_PIN_FORM: PinForm = { pin: '', again: '', password: '' };

export function pinFormFaults({ pin, again, password }: PinForm): FieldErrors<PinField> {
  const fault = pinFault(pin) ?? (isSimplePin(pin) ? errorMessage('pin_too_simple') : undefined);
  return {
    ...(fault && { pin: fault }),
    ...(!fault && pin !== again && { again: 'The two PINs are not the same' }),
    ...(password === '' && { password: 'Enter your password' }),
  };
}

export const pinRefusal = ({ code, message }: Failure): FieldErrors<PinField> => ({
  ...(code === 'pin_too_simple' && { pin: message }),
  ...(code === 'password_wrong' && { password: message }),
});

export interface ChoosePinProps {
  readonly isUsed: boolean;
  readonly onChosen: (pin: string) => void;
}

export function ChoosePin({ isUsed, onChosen }: ChoosePinProps): ReactElement {
  const state = useState(EMPTY_PIN_FORM);
  const [{ pin, password }] = state;
  const send = async (): Promise<Failure | undefined> => {
    const result = await callWorker((worker) => worker.setPin({ pin, password }));
    if (!result.ok) return result.error;
    toast(result.value, { kind: 'success' });
    onChosen(pin);
    return undefined;
  };
  const { ref, failure, isBusy, change, text, onSubmit } = useForm({
    fields: PIN_FIELDS,
    state,
    wrong: pinFormFaults(state[0]),
    send: isUsed ? () => undefined : send,
    errorsOf: pinRefusal,
  });
  const isOffline = useConnectivity() === 'offline';
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);

  return (
    <form ref={ref} className="stack g4" noValidate onSubmit={onSubmit}>
      <p className="sm muted">
        Six digits that we ask for whenever money leaves your wallet. Nobody at Goodies ever asks
        you for them.
      </p>
      <Field label="New PIN" {...text('pin')}>
        <PinInput ref={first} onPin={(typed) => change({ pin: typed })} />
      </Field>
      <Field label="New PIN once more" {...text('again')}>
        <PinInput onPin={(again) => change({ again })} />
      </Field>
      <Field label="Your password" {...text('password')}>
        <PasswordInput autoComplete="current-password" />
      </Field>
      {failure && <Alert tone="bad">{failure.message}</Alert>}
      {isOffline && !failure && <Alert tone="warn">{errorMessage('offline')}</Alert>}
      <SubmitButton loading={isBusy || isUsed} disabled={isOffline}>
        Set PIN
      </SubmitButton>
    </form>
  );
}
