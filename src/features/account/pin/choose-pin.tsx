import { useState, type ReactElement } from 'react';

import { isSimplePin } from '../../../../contract/accounts/pin.ts';
import { errorMessage } from '../../../../contract/errors.ts';
import type { GoogleProof, SetPinBody } from '../../../../contract/accounts.ts';
import { ok, type Failure, type Result } from '../../../../contract/result.ts';
import { PinPad } from './pin-pad.tsx';
import { useConnectivity } from '../../../platform/connectivity.ts';
import { useForm } from '../../../platform/form/use-form.ts';
import { toast } from '../../../platform/toast-store.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { TextButton } from '../../../ui/action/button.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { focusOnArrival } from '../../../ui/form/focus-on-arrival.ts';
import { PasswordInput } from '../../../ui/form/input.tsx';
import { loadPasskeys } from '../passkeys/load-passkeys.ts';

/**
 * What a new PIN takes beside it: the password for the first one, which a link goes with where one is forgotten, or
 * what Google has confirmed before.
 */
export type PinProof = 'password' | 'old-pin' | 'passkey' | 'link' | 'google';

type PadStep = 'oldPin' | 'pin' | 'again';

interface Choice {
  readonly step: PadStep | 'proof';
  readonly oldPin: string;
  readonly pin: string;
  readonly error?: string | undefined;
}

const LABELS: Readonly<Record<PadStep, string>> = {
  oldPin: 'Your PIN now',
  pin: 'New PIN',
  again: 'New PIN once more',
};

const firstStep = (proof: PinProof): PadStep => (proof === 'old-pin' ? 'oldPin' : 'pin');

/** What follows six digits; `send` where nothing else is asked. */
export function nextChoice(choice: Choice, typed: string, proof: PinProof): Choice | 'send' {
  const { step } = choice;
  if (step === 'oldPin') return { ...choice, step: 'pin', oldPin: typed, error: undefined };
  if (step === 'pin') {
    return isSimplePin(typed)
      ? { ...choice, error: errorMessage('pin_too_simple') }
      : { ...choice, step: 'again', pin: typed, error: undefined };
  }
  if (typed !== choice.pin) {
    return { ...choice, step: 'pin', pin: '', error: 'The two PINs are not the same' };
  }
  return proof === 'old-pin' || proof === 'google'
    ? 'send'
    : { ...choice, step: 'proof', error: undefined };
}

/** Where a refusal leads back to; undefined where it is said at the end. */
export function refusedChoice(choice: Choice, { code, message }: Failure): Choice | undefined {
  if (code === 'pin_wrong') return { ...choice, step: 'oldPin', oldPin: '', error: message };
  if (code === 'pin_too_simple') return { ...choice, step: 'pin', pin: '', error: message };
  return choice.step === 'again' ? { ...choice, error: message } : undefined;
}

interface Chosen
  extends Pick<Choice, 'oldPin' | 'pin'>, Pick<ChoosePinProps, 'proof' | 'token' | 'google'> {
  readonly password: string;
}

async function bodyOf({
  proof,
  oldPin,
  pin,
  password,
  token,
  google,
}: Chosen): Promise<Result<SetPinBody>> {
  if (google) return ok({ pin, google });
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
  readonly token?: string | undefined;
  readonly google?: GoogleProof | undefined;
  readonly isUsed: boolean;
  /** Why one is needed now. */
  readonly why?: string | undefined;
  /** Called with true as a choice is sent, and with false if it is refused. */
  readonly onSend?: (isSent: boolean) => void;
  readonly onChosen: (pin: string) => void;
  readonly onForgotten: () => void;
}

/** Asks for one thing after the other: the PIN of now, the new one, the new one again, and what proves the owner. */
export function ChoosePin(props: ChoosePinProps): ReactElement {
  const { proof, token, google, isUsed, why, onSend, onChosen, onForgotten } = props;
  const [choice, setChoice] = useState<Choice>({ step: firstStep(proof), oldPin: '', pin: '' });
  const [turn, setTurn] = useState(0);
  const [isBusy, setIsBusy] = useState(false);
  const isOffline = useConnectivity() === 'offline';
  const { step, oldPin, pin } = choice;

  const turnTo = (next: Choice): void => {
    setChoice(next);
    setTurn(turn + 1);
  };
  const send = async (password: string): Promise<Failure | undefined> => {
    setIsBusy(true);
    onSend?.(true);
    const body = await bodyOf({ proof, oldPin, pin, password, token, google });
    const result = body.ok ? await callWorker((worker) => worker.setPin(body.value)) : body;
    setIsBusy(false);
    if (result.ok) {
      toast(result.value, { kind: 'success' });
      onChosen(pin);
      return undefined;
    }
    onSend?.(false);
    if (NEWS.has(result.error.code))
      void callWorker((worker) => worker.refreshUser({ force: true }));
    if (result.error.code === 'google_proof_over') {
      toast(result.error.message, { kind: 'error' });
      onForgotten();
    }
    const back = refusedChoice(choice, result.error);
    if (back) turnTo(back);
    return result.error;
  };
  const onPin = (typed: string): void => {
    const next = nextChoice(choice, typed, proof);
    if (next === 'send') void send('');
    else turnTo(next);
  };

  return (
    <div className="stack g4">
      <p className="sm muted center">{why ?? SAYS[proof]}</p>
      {isOffline && <Alert tone="warn">{errorMessage('offline')}</Alert>}
      {step === 'proof' ? (
        <ProveOwner proof={proof} isBusy={isBusy || isUsed} isOffline={isOffline} send={send} />
      ) : (
        <PinPad
          key={turn}
          label={LABELS[step]}
          error={choice.error}
          isBusy={isBusy || isUsed}
          onPin={onPin}
        />
      )}
      <WaysOut
        {...(step === 'again' || step === 'proof'
          ? { label: 'Choose another PIN', go: () => turnTo({ ...choice, step: 'pin', pin: '' }) }
          : { label: FORGOTTEN[proof], go: onForgotten })}
      />
    </div>
  );
}

const FIRST =
  'Six digits that we ask for whenever money leaves your wallet. Nobody at Goodies ever asks you for them.';

const SAYS: Readonly<Record<PinProof, string>> = {
  password: FIRST,
  google: FIRST,
  'old-pin': 'With the PIN that you have now you choose another one.',
  passkey: 'Your device asks for your fingerprint or face before the PIN is set.',
  link: 'After this nothing can leave your wallet for 24 hours. We tell you by mail that your PIN was changed.',
};

const FORGOTTEN: Readonly<Partial<Record<PinProof, string>>> = {
  'old-pin': 'Forgotten?',
  passkey: 'It does not work?',
  link: 'Mail me another link',
};

function WaysOut({
  label,
  go,
}: {
  readonly label: string | undefined;
  readonly go: () => void;
}): ReactElement | null {
  return label === undefined ? null : (
    <p className="center sm">
      <TextButton onClick={go}>{label}</TextButton>
    </p>
  );
}

interface ProveOwnerProps {
  readonly proof: PinProof;
  readonly isBusy: boolean;
  readonly isOffline: boolean;
  readonly send: (password: string) => Promise<Failure | undefined>;
}

/** The end of a choice: the password, or the device's own question for a fingerprint. */
function ProveOwner({ proof, isBusy, isOffline, send }: ProveOwnerProps): ReactElement {
  const state = useState({ password: '' });
  const [{ password }] = state;
  const isPasskey = proof === 'passkey';
  const { ref, failure, text, onSubmit } = useForm({
    fields: ['password'],
    state,
    wrong: isPasskey || password !== '' ? {} : { password: 'Enter your password' },
    send: isBusy ? () => undefined : () => send(password),
    errorsOf: ({ code, message }) => (code === 'password_wrong' ? { password: message } : {}),
  });
  return (
    <form ref={ref} className="stack g4" noValidate onSubmit={onSubmit}>
      {!isPasskey && (
        <Field label="Your password" {...text('password')}>
          <PasswordInput ref={focusOnArrival} autoComplete="current-password" />
        </Field>
      )}
      {failure && <Alert tone="bad">{failure.message}</Alert>}
      <SubmitButton
        ref={isPasskey ? focusOnArrival : undefined}
        loading={isBusy}
        disabled={isOffline}
      >
        {isPasskey ? 'Confirm and set PIN' : 'Set PIN'}
      </SubmitButton>
    </form>
  );
}
