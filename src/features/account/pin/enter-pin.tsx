import { useEffect, useEffectEvent, useRef, useState, type ReactElement } from 'react';

import type { Failure } from '../../../../contract/result.ts';
import { answerProof, chooseInstead } from '../../../shared/accounts/pin/with-pin.ts';
import { pinFault, PinInput } from './pin-input.tsx';
import { useForm } from '../../../platform/form/use-form.ts';
import { Button, TextButton } from '../../../ui/action/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { UseFinger } from './use-finger.tsx';

export interface EnterPinProps {
  readonly failure: Failure;
  readonly isBusy: boolean;
  readonly hasPin: boolean;
  readonly hasPasskey: boolean;
}

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
  const state = useState({ pin: '' });
  const [{ pin }, setValues] = state;
  const fault = pinFault(pin);
  const input = useRef<HTMLInputElement>(null);
  const { ref, errors, change, refuse, onSubmit } = useForm({
    fields: ['pin'],
    state,
    wrong: fault ? { pin: fault } : {},
    send: () => (isBusy ? undefined : answerProof({ pin })),
    errorsOf: ({ code, message }) => (code === 'pin_wrong' ? { pin: message } : {}),
  });
  const [answered, setAnswered] = useState(failure);
  if (answered !== failure) {
    setAnswered(failure);
    setValues({ pin: '' });
  }
  const askAnew = useEffectEvent((refused: Failure) => {
    refuse(refused);
    input.current?.focus();
  });
  useEffect(() => askAnew(failure), [failure]);
  return (
    <form ref={ref} className="stack g4" noValidate onSubmit={onSubmit}>
      <Field label="PIN" help="The six digits that guard your wallet" error={errors.pin}>
        <PinInput
          ref={input}
          data-field="pin"
          enterKeyHint="go"
          value={pin}
          onPin={(typed) => change({ pin: typed })}
        />
      </Field>
      <Button type="submit" variant="primary" size="lg" block loading={isBusy}>
        Confirm
      </Button>
    </form>
  );
}
