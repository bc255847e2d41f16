import { useEffect, useRef, useState, type FormEvent, type ReactElement } from 'react';

import type { Failure } from '../../../contract/result.ts';
import { answerPin, chooseInstead } from '../../domain/accounts/pin/with-pin.ts';
import { pinFault } from '../../domain/accounts/pin/pin-form.ts';
import { PinInput } from '../../domain/accounts/pin/pin-input.tsx';
import { Button } from '../../ui/action/button.tsx';
import { TextButton } from '../../ui/action/text-button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Field } from '../../ui/form/field.tsx';

export interface EnterPinProps {
  /** Why the server asks. */
  readonly failure: Failure;
  readonly isBusy: boolean;
}

/** Asks for the PIN, again after a wrong one. */
export function EnterPin({ failure, isBusy }: EnterPinProps): ReactElement {
  const [pin, setPin] = useState('');
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const [answered, setAnswered] = useState(failure);
  if (answered !== failure) {
    setAnswered(failure);
    setPin('');
    setError(failure.code === 'pin_wrong' ? failure.message : undefined);
  }
  // Each refusal asks anew.
  useEffect(() => {
    if (answered) input.current?.focus();
  }, [answered]);

  if (failure.code === 'pin_locked') {
    return (
      <div className="stack g4">
        <Alert tone="bad">{failure.message}</Alert>
        <Button variant="primary" block onClick={chooseInstead}>
          Choose another PIN
        </Button>
      </div>
    );
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isBusy) return;
    const fault = pinFault(pin);
    setError(fault);
    if (fault === undefined) answerPin(pin);
    else input.current?.focus();
  };
  return (
    <form className="stack g4" noValidate onSubmit={submit}>
      <Field label="PIN" help="The six digits that guard your wallet" error={error}>
        <PinInput
          ref={input}
          enterKeyHint="go"
          value={pin}
          onPin={(typed) => {
            setPin(typed);
            setError(undefined);
          }}
        />
      </Field>
      <Button type="submit" variant="primary" size="lg" block loading={isBusy}>
        Confirm
      </Button>
      <p className="center sm">
        <TextButton onClick={chooseInstead}>Forgot your PIN?</TextButton>
      </p>
    </form>
  );
}
