import { useEffect, useRef, type ReactElement, useState } from 'react';
import fingerprintIcon from 'lucide/dist/esm/icons/fingerprint-pattern.mjs';

import { readAccount, readUser } from '../../../../local/queries/user-and-region.ts';
import { hasPasskey } from '../../../shared/accounts/user.ts';
import { usePinQuestion, type PinQuestion } from '../../../shared/accounts/pin/pin-question.ts';
import { PasswordFirst } from '../password-first.tsx';
import { answerProof, closePin } from '../../../shared/accounts/pin/with-pin.ts';
import { nativeBridge } from '../../../platform/native.ts';
import { useLive } from '../../../platform/live/use-live.ts';
import { useAppLocation } from '../../../platform/routing/router.tsx';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { Sheet } from '../../../ui/overlay/sheet.tsx';
import { ConfirmWithGoogle } from './confirm-with-google.tsx';
import { ChoosePin, type ChoosePinProps, type PinProof } from './choose-pin.tsx';
import { ForgottenPin } from './forgotten-pin.tsx';
import type { Failure } from '../../../../contract/result.ts';
import { PinPad } from './pin-pad.tsx';
import { Button, TextButton } from '../../../ui/action/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { formatClock } from '../../../ui/text/format-time.ts';
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
  // The answer that is under way changes what this device knows, and must not be asked for again.
  const [sentProof, setSentProof] = useState<PinProof>();
  useCloseOnLeaving();
  useEffect(() => {
    if (!isOpen) return undefined;
    // Another device may have chosen a PIN, set up a passkey, or removed the last one.
    void callWorker((worker) => worker.refreshUser({ force: true }));
    void callWorker((worker) => worker.refreshAccount());
    return () => setSentProof(undefined);
  }, [isOpen]);
  const asked = question?.isChoosing ? undefined : question?.failure;
  // The server's question is newer than what this device knows.
  const hasPin = asked?.code.startsWith('pin_') || known?.user?.user.has_pin !== false;
  const passkey = asked?.code.startsWith('passkey_') || hasPasskey(known?.account);
  const proof =
    sentProof ??
    (known?.user?.user.has_pin === true ? 'old-pin' : passkey ? 'passkey' : 'password');
  const isPasswordMissing =
    proof === 'password' && !sentProof && known?.user?.user.has_password === false;
  return (
    <Sheet open={isOpen} onClose={closePin} title={titleOf(asked !== undefined, hasPin, proof)}>
      {question && asked ? (
        <EnterPin {...question} failure={asked} hasPin={hasPin} hasPasskey={passkey} />
      ) : isPasswordMissing ? (
        <WithoutPassword {...question} />
      ) : (
        <Choose
          proof={proof}
          isUsed={question?.isBusy ?? false}
          onSend={(isSent) => setSentProof(isSent ? proof : undefined)}
          why={question?.saying}
        />
      )}
    </Sheet>
  );
}

/** Google refuses to sign anybody in inside the web view of a native wrapper. */
const WithoutPassword = ({ saying, returnTo }: Partial<PinQuestion>): ReactElement =>
  nativeBridge() ? (
    <PasswordFirst onLeave={closePin} />
  ) : (
    <ConfirmWithGoogle
      why={saying}
      returnTo={returnTo ?? location.pathname + location.search}
      onLeave={closePin}
    />
  );

function titleOf(isAsked: boolean, hasPin: boolean, proof: PinProof): string {
  if (!isAsked) return proof === 'old-pin' ? 'Change your PIN' : 'Choose your PIN';
  return hasPin ? 'Enter your PIN' : 'Confirm that it is you';
}

function Choose(props: Pick<ChoosePinProps, 'proof' | 'isUsed' | 'why' | 'onSend'>): ReactElement {
  const [isForgotten, setIsForgotten] = useState(false);
  if (isForgotten) return <ForgottenPin />;
  return (
    <ChoosePin
      {...props}
      // What the device knows may come late, and then another step is the first.
      key={props.proof}
      onChosen={(pin) => answerProof({ pin })}
      onForgotten={() => setIsForgotten(true)}
    />
  );
}

interface EnterPinProps extends Pick<PinQuestion, 'saying' | 'isBusy'> {
  readonly failure: Failure;
  readonly hasPin: boolean;
  readonly hasPasskey: boolean;
}

/** The sheet stands once on the page. */
const SAYING_ID = 'pin-saying';

function EnterPin(props: EnterPinProps): ReactElement {
  const { failure, saying, isBusy, hasPin, hasPasskey } = props;
  const [isForgotten, setIsForgotten] = useState(false);
  const isLocked = failure.code === 'pin_locked';
  const isTypable = hasPin && !isLocked;
  if (isForgotten) return <ForgottenPin />;
  return (
    <div className="stack g3">
      <p id={SAYING_ID} className="lg semi center anywhere">
        {saying}
      </p>
      {(isLocked || failure.code === 'passkey_refused') && (
        <Alert tone="bad">
          {failure.message} {lockedUntil(failure)}
        </Alert>
      )}
      {hasPasskey && <UseFinger isBusy={isBusy} />}
      {isTypable && <TypePin failure={failure} isBusy={isBusy} />}
      <ChooseInstead {...props} onForgotten={() => setIsForgotten(true)} />
    </div>
  );
}

function lockedUntil({ code, details }: Failure): string {
  const until = details?.['locked_until'];
  return code === 'pin_locked' && typeof until === 'string'
    ? `You can try again at ${formatClock(new Date(until))}.`
    : '';
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

/** Six digits are the whole answer: nothing else is to be pressed. */
function TypePin({ failure, isBusy }: Pick<EnterPinProps, 'failure' | 'isBusy'>): ReactElement {
  const [answered, setAnswered] = useState({ failure, tries: 0 });
  if (answered.failure !== failure) setAnswered({ failure, tries: answered.tries + 1 });
  return (
    <PinPad
      key={answered.tries}
      label="PIN"
      isLabelHidden
      describedBy={SAYING_ID}
      error={failure.code === 'pin_wrong' ? failure.message : undefined}
      isBusy={isBusy}
      onPin={(pin) => answerProof({ pin })}
    />
  );
}

function UseFinger({ isBusy }: Pick<EnterPinProps, 'isBusy'>): ReactElement {
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
        variant="primary"
        size="lg"
        block
        loading={isAsking}
        disabled={isBusy}
        onClick={() => void ask()}
      >
        <Icon of={fingerprintIcon} size="sm" /> Use fingerprint or face
      </Button>
    </>
  );
}
