import { useEffect, useRef, useState, type FormEvent, type ReactElement } from 'react';

import type { Failure } from '../../../../contract/result.ts';
import { answerProof, chooseInstead } from '../../../shared/accounts/pin/with-pin.ts';
import { pinFault } from './pin-form.ts';
import { PinInput } from './pin-input.tsx';
import { Button, TextButton } from '../../../ui/action/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { UseFinger } from './use-finger.tsx';

export interface EnterPinProps {
  /** Why the server asks. */
  readonly failure: Failure;
  readonly isBusy: boolean;
  readonly hasPin: boolean;
  readonly hasPasskey: boolean;
}

/** Asks for the PIN or a passkey, again after a wrong one. */
export function EnterPin(props: EnterPinProps): ReactElement {
  const { failure, isBusy, hasPin, hasPasskey } = props;
  const isLocked = failure.code === 'pin_locked';
  const isTypable = hasPin && !isLocked;
  return (
    <div className="stack g4">
      {(isLocked || failure.code === 'passkey_refused') && (
        <Alert tone="bad">{failure.message}</Alert>
      )}
      {isTypable && <TypePin failure={failure} isBusy={isBusy} />}
      {hasPasskey && <UseFinger isBusy={isBusy} isOnly={!isTypable} />}
      <ChooseInstead {...props} />
    </div>
  );
}

/** For who has forgotten the PIN, has locked it, or has none beside a passkey that is elsewhere. */
function ChooseInstead({ failure, hasPin, hasPasskey }: EnterPinProps): ReactElement {
  if (failure.code === 'pin_locked') {
    return (
      <Button {...(!hasPasskey && { variant: 'primary' as const })} block onClick={chooseInstead}>
        Choose another PIN
      </Button>
    );
  }
  return (
    <p className="center sm">
      <TextButton onClick={chooseInstead}>
        {hasPin ? 'Forgot your PIN?' : 'Set a PIN instead'}
      </TextButton>
    </p>
  );
}

function TypePin({ failure, isBusy }: Pick<EnterPinProps, 'failure' | 'isBusy'>): ReactElement {
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

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isBusy) return;
    const fault = pinFault(pin);
    setError(fault);
    if (fault === undefined) answerProof({ pin });
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
    </form>
  );
}
