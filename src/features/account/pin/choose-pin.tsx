import { useEffect, useRef, useState, type FormEvent, type ReactElement } from 'react';

import { errorMessage } from '../../../../contract/errors.ts';
import { PinInput } from './pin-input.tsx';
import { EMPTY_PIN_FORM, PIN_FIELDS, pinFormFaults, pinRefusal, type PinForm } from './pin-form.ts';
import { useConnectivity } from '../../../platform/connectivity.ts';
import { useFormErrors } from '../../../platform/form/use-form-errors.ts';
import { toast } from '../../../platform/toast-store.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { Button } from '../../../ui/action/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { PasswordInput } from '../../../ui/form/input.tsx';

export interface ChoosePinProps {
  /** It was chosen, and what it was asked for is under way. */
  readonly isUsed: boolean;
  readonly onChosen: (pin: string) => void;
}

/** Chooses a PIN, or another one. */
export function ChoosePin({ isUsed, onChosen }: ChoosePinProps): ReactElement {
  const [form, setForm] = useState(EMPTY_PIN_FORM);
  const [isBusy, setIsBusy] = useState(false);
  const formErrors = useFormErrors(PIN_FIELDS, pinFormFaults(form));
  const isOffline = useConnectivity() === 'offline';
  const { ref, errors, failure } = formErrors;
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);

  const change = (next: Partial<PinForm>): void => {
    setForm({ ...form, ...next });
    formErrors.edit(...(Object.keys(next) as (keyof PinForm)[]));
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy || isUsed || !formErrors.check()) return;
    setIsBusy(true);
    const { pin, password } = form;
    const result = await callWorker((worker) => worker.setPin({ pin, password }));
    setIsBusy(false);
    if (!result.ok) return formErrors.refuse(result.error, pinRefusal(result.error));
    toast(result.value, { kind: 'success' });
    onChosen(pin);
  };
  return (
    <form ref={ref} className="stack g4" noValidate onSubmit={(event) => void submit(event)}>
      <p className="sm muted">
        Six digits that we ask for whenever money leaves your wallet. Nobody at Goodies ever asks
        you for them.
      </p>
      <Field label="New PIN" error={errors.pin}>
        <PinInput ref={first} data-field="pin" value={form.pin} onPin={(pin) => change({ pin })} />
      </Field>
      <Field label="New PIN once more" error={errors.again}>
        <PinInput data-field="again" value={form.again} onPin={(again) => change({ again })} />
      </Field>
      <Field label="Your password" error={errors.password}>
        <PasswordInput
          data-field="password"
          autoComplete="current-password"
          value={form.password}
          onChange={({ target }) => change({ password: target.value })}
        />
      </Field>
      {failure && <Alert tone="bad">{failure.message}</Alert>}
      {isOffline && !failure && <Alert tone="warn">{errorMessage('offline')}</Alert>}
      <Button
        type="submit"
        variant="primary"
        size="lg"
        block
        loading={isBusy || isUsed}
        disabled={isOffline}
      >
        Set PIN
      </Button>
    </form>
  );
}
