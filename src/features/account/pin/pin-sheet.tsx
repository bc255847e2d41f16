import { useEffect, useRef, type ReactElement, useEffectEvent, useState } from 'react';

import { readAccount, readUser } from '../../../../local/queries/user-and-region.ts';
import { hasPasskey } from '../../../shared/accounts/user.ts';
import { usePinQuestion } from '../../../shared/accounts/pin/pin-question.ts';
import { PasswordFirst } from '../password-first.tsx';
import { answerProof, closePin } from '../../../shared/accounts/pin/with-pin.ts';
import { useLive } from '../../../platform/live/use-live.ts';
import { useAppLocation } from '../../../platform/routing/router.tsx';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { Sheet } from '../../../ui/overlay/sheet.tsx';
import { ChoosePin, type PinProof } from './choose-pin.tsx';
import { ForgottenPin } from './forgotten-pin.tsx';
import type { Failure } from '../../../../contract/result.ts';
import { pinFault, PinInput } from './pin-input.tsx';
import { useForm } from '../../../platform/form/use-form.ts';
import { Button, TextButton } from '../../../ui/action/button.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { knowsPasskeys, loadPasskeys } from '../passkeys/load-passkeys.ts';

function useCloseOnLeaving(): void {
  const { path } = useAppLocation();
  const shownAt = useRef(path);
  useEffect(() => {
    if (shownAt.current !== path) closePin();
    shownAt.current = path;
  }, [path]);
}

export function PinSheet(): ReactElement {
  const question = usePinQuestion();
  const { data: known } = useLive(
    async (db) => ({ user: await readUser(db), account: await readAccount(db) }),
    [],
  );
  const isOpen = question !== undefined;
  useCloseOnLeaving();
  useEffect(() => {
    // Another device may have set up a passkey, or removed the last one.
    if (isOpen) void callWorker((worker) => worker.refreshAccount());
  }, [isOpen]);
  const asked = question?.isChoosing ? undefined : question?.failure;
  // The server's question is newer than what this device knows.
  const hasPin = asked?.code.startsWith('pin_') || known?.user?.user.has_pin !== false;
  const passkey = asked?.code.startsWith('passkey_') || hasPasskey(known?.account);
  const isChange = known?.user?.user.has_pin === true;
  return (
    <Sheet open={isOpen} onClose={closePin} title={titleOf(asked !== undefined, hasPin, isChange)}>
      {question && asked ? (
        <EnterPin failure={asked} isBusy={question.isBusy} hasPin={hasPin} hasPasskey={passkey} />
      ) : known?.user?.user.has_password === false ? (
        <PasswordFirst onLeave={closePin} />
      ) : (
        <Choose
          proof={isChange ? 'old-pin' : passkey ? 'passkey' : 'password'}
          isUsed={question?.isBusy ?? false}
        />
      )}
    </Sheet>
  );
}

function titleOf(isAsked: boolean, hasPin: boolean, isChange: boolean): string {
  if (!isAsked) return isChange ? 'Change your PIN' : 'Choose your PIN';
  return hasPin ? 'Enter your PIN' : 'Confirm that it is you';
}

interface ChooseProps {
  readonly proof: PinProof;
  readonly isUsed: boolean;
}

function Choose({ proof, isUsed }: ChooseProps): ReactElement {
  const [isForgotten, setIsForgotten] = useState(false);
  if (isForgotten) return <ForgottenPin />;
  return (
    <ChoosePin
      // What the device knows may come late, and then another field is the first.
      key={proof}
      proof={proof}
      isUsed={isUsed}
      onChosen={(pin) => answerProof({ pin })}
      onForgotten={() => setIsForgotten(true)}
    />
  );
}

interface EnterPinProps {
  readonly failure: Failure;
  readonly isBusy: boolean;
  readonly hasPin: boolean;
  readonly hasPasskey: boolean;
}

function EnterPin(props: EnterPinProps): ReactElement {
  const { failure, isBusy, hasPin, hasPasskey } = props;
  const [isForgotten, setIsForgotten] = useState(false);
  const isLocked = failure.code === 'pin_locked';
  const isTypable = hasPin && !isLocked;
  if (isForgotten) return <ForgottenPin />;
  return (
    <div className="stack g4">
      {(isLocked || failure.code === 'passkey_refused') && (
        <Alert tone="bad">{failure.message}</Alert>
      )}
      {isTypable && <TypePin failure={failure} isBusy={isBusy} />}
      {hasPasskey && <UseFinger isBusy={isBusy} isOnly={!isTypable} />}
      <ChooseInstead {...props} onForgotten={() => setIsForgotten(true)} />
    </div>
  );
}

interface ChooseInsteadProps extends EnterPinProps {
  readonly onForgotten: () => void;
}

function ChooseInstead(props: ChooseInsteadProps): ReactElement {
  const { failure, hasPin, hasPasskey, onForgotten } = props;
  if (failure.code === 'pin_locked') {
    return (
      <Button {...(!hasPasskey && { variant: 'primary' as const })} block onClick={onForgotten}>
        Choose another PIN
      </Button>
    );
  }
  return (
    <p className="center sm">
      <TextButton onClick={onForgotten}>
        {hasPin ? 'Forgot your PIN?' : 'Set a PIN instead'}
      </TextButton>
    </p>
  );
}

function TypePin({ failure, isBusy }: Pick<EnterPinProps, 'failure' | 'isBusy'>): ReactElement {
  const state = useState({ pin: '' });
  const [{ pin }, setValues] = state;
  const input = useRef<HTMLInputElement>(null);
  const { ref, change, text, refuse, onSubmit } = useForm({
    fields: ['pin'],
    state,
    wrong: { pin: pinFault(pin) },
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
      <Field label="PIN" help="The six digits that guard your wallet" {...text('pin')}>
        <PinInput ref={input} enterKeyHint="go" onPin={(typed) => change({ pin: typed })} />
      </Field>
      <SubmitButton loading={isBusy}>Confirm</SubmitButton>
    </form>
  );
}

interface UseFingerProps {
  readonly isBusy: boolean;
  readonly isOnly: boolean;
}

function UseFinger({ isBusy, isOnly }: UseFingerProps): ReactElement {
  const [isAsking, setIsAsking] = useState(false);
  const [problem, setProblem] = useState<string>();
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  if (!knowsPasskeys()) {
    return <Alert tone="warn">This browser cannot use your fingerprint or face.</Alert>;
  }
  const ask = async (): Promise<void> => {
    setIsAsking(true);
    setProblem(undefined);
    const code = await loadPasskeys();
    const signed = code.ok ? await code.value.signWithPasskey() : code;
    // The sheet may have been closed, and another one must not get this answer.
    if (!isHere.current) return;
    setIsAsking(false);
    if (signed.ok) answerProof({ passkey: signed.value });
    else setProblem(signed.error.message);
  };
  return (
    <>
      {problem !== undefined && <Alert tone="bad">{problem}</Alert>}
      <Button
        {...(isOnly && { variant: 'primary' as const })}
        size="lg"
        block
        loading={isAsking || (isOnly && isBusy)}
        disabled={isBusy}
        onClick={() => void ask()}
      >
        Use your fingerprint or face
      </Button>
    </>
  );
}
