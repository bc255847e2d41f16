import { type ReactElement, useEffect, useState, Suspense, useCallback, useRef } from 'react';

import { useQuery, navigate, useAppLocation } from '../../../platform/routing/router.tsx';
import { AppLink } from '../../../ui/action/button.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { GoogleButton } from './google/google-button.tsx';
import {
  GuessReason,
  isForGuess,
  isProofNeeded,
  nextInAddress,
  useLeaveIfSignedIn,
  withNext,
} from './sign-in-pages.tsx';
import { readEmail } from '../../../../contract/accounts/email-address.ts';
import { isRegionKey, type RegionKey } from '../../../../contract/region-table.ts';
import type { Failure } from '../../../../contract/result.ts';
import { readPendingReferral, referralCodeIn } from '../../../shared/accounts/referral.ts';
import { notify } from '../../../platform/toast-store.ts';
import { refreshSession } from '../../../platform/session/session.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { InputGroup, Input, PasswordInput } from '../../../ui/form/input.tsx';
import { storePendingEmail } from './device-memory.ts';
import {
  emailFault,
  EMAIL_RULE,
  normaliseUsername,
  passwordFault,
  PASSWORD_RULE,
  usernameFault,
  usernameFaultSoFar,
  USERNAME_RULE,
} from '../field-rules.ts';
import type { FieldErrors } from '../../../platform/form/use-form.ts';
import { callWithWork } from './call-with-work.ts';
import { AuthFields, textOf, useAuthForm, useFirstField } from './auth-form.tsx';
import { RegionChoice } from '../region-choice.tsx';
import { useLive } from '../../../platform/live/use-live.ts';
import { useRefresh } from '../../../platform/live/use-refresh.ts';
import { readDetectedRegion } from '../../../../local/queries/user-and-region.ts';

type SignupField = 'username' | 'email' | 'password';

const check = (data: FormData): FieldErrors<SignupField> => ({
  username: usernameFault(textOf(data, 'username')),
  email: emailFault(textOf(data, 'email')),
  password: passwordFault(textOf(data, 'password')),
});

async function signUp(data: FormData, onWork: () => void): Promise<Failure | undefined> {
  const email = readEmail(textOf(data, 'email')) ?? '';
  const region = textOf(data, 'region');
  const referralCode = referralCodeIn(location.search);
  const account = {
    username: normaliseUsername(textOf(data, 'username')),
    email,
    password: textOf(data, 'password'),
    accepts_terms: true as const,
    ...(isRegionKey(region) && { region }),
    ...(referralCode && { referral_code: referralCode }),
  };
  const result = await callWithWork((worker, tell) => worker.register(account, tell), onWork);
  if (!result.ok) return result.error;
  storePendingEmail(email);
  await refreshSession();
  const next = nextInAddress();
  const isForMail = next === '/' || isProofNeeded(new URLSearchParams(location.search));
  navigate(isForMail ? '/verify-email' : next, { replace: true });
  const { user, message } = result.value;
  // The page that waits for the mail says it itself.
  if (message && !isForMail) notify(message, { kind: 'success' });
  // The server returns a domain beyond ASCII in ASCII.
  if (user.email !== email && /^\p{ASCII}*$/u.test(email))
    notify(`Your first try has arrived, with the address ${user.email}`, {
      durationMs: 0,
      action: { label: 'Change it', onSelect: () => navigate('/profile/personal-info') },
    });
  return undefined;
}

function useReferralCode(): string | undefined {
  const { search } = useAppLocation();
  const [stored, setStored] = useState<string>();
  useEffect(() => {
    void readPendingReferral().then(setStored);
  }, []);
  return referralCodeIn(search) ?? stored;
}

export function SignupForm(): ReactElement {
  const form = useAuthForm<SignupField>({
    fields: { username: USERNAME_RULE, email: EMAIL_RULE, password: PASSWORD_RULE },
    codes: { username_taken: 'username', password_common: 'password' },
    check,
    send: signUp,
  });
  const { ref, failure, named, edit } = form;
  const referral = useReferralCode();
  useFirstField(ref, isForGuess(useQuery()));
  return (
    <AuthFields form={form} action="Sign Up" sending="Signing up">
      {failure && <Alert tone="bad">{failure.message}</Alert>}
      <Field label="Username" help={USERNAME_RULE} {...named('username')}>
        <InputGroup before="@">
          <Input
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="next"
            onInput={({ currentTarget }) => {
              const username = usernameFaultSoFar(currentTarget.value);
              edit(['username'], username ? { username } : {});
            }}
          />
        </InputGroup>
      </Field>
      <Field label="E-mail" {...named('email')}>
        <Input type="email" autoComplete="email" placeholder="name@mail.com" enterKeyHint="next" />
      </Field>
      <Field label="Password" help={PASSWORD_RULE} {...named('password')}>
        <PasswordInput autoComplete="new-password" enterKeyHint="go" />
      </Field>
      <RegionCards />
      {referral && (
        <Alert tone="ok">
          You were invited with the code <strong>{referral}</strong>
        </Alert>
      )}
      <p className="xs muted">
        By signing up you say that you are 18 or older and accept the{' '}
        <AppLink className="link" href="/terms">
          terms
        </AppLink>
        .
      </p>
    </AuthFields>
  );
}

export default function SignupPage(): ReactElement {
  const query = useQuery();
  useLeaveIfSignedIn();
  return (
    <AuthFrame pattern="kente" variant="win">
      <h1>Create your account</h1>
      <GuessReason query={query}>New here? Sign up below. Your digits are kept.</GuessReason>
      <GoogleButton />
      <SignupForm />
      <p className="center sm">
        Have an account?{' '}
        <AppLink className="link" href={withNext('/login', query)}>
          Log In
        </AppLink>
      </p>
    </AuthFrame>
  );
}

interface DetectedRegionProps {
  readonly onDetect: (region: RegionKey) => void;
}

function DetectedRegion({ onDetect }: DetectedRegionProps): null {
  const { data: region } = useLive(readDetectedRegion, []);
  useRefresh((worker) => worker.detectRegion(), []);
  useEffect(() => {
    if (region) onDetect(region);
  }, [region, onDetect]);
  return null;
}

/** Uncontrolled, so that a choice made before hydration stays. */
function RegionCards(): ReactElement {
  const cards = useRef<HTMLDivElement>(null);
  const isGuessed = useRef(false);
  const choose = useCallback((region: RegionKey) => {
    const inputs = [...(cards.current?.querySelectorAll('input') ?? [])];
    const guessed = inputs.find(({ value }) => value === region);
    if (!guessed || (!isGuessed.current && inputs.some(({ checked }) => checked))) return;
    guessed.checked = true;
    isGuessed.current = true;
  }, []);
  return (
    <>
      <RegionChoice
        legend="Country"
        cardsRef={cards}
        onChoose={() => {
          isGuessed.current = false;
        }}
      />
      <Suspense>
        <DetectedRegion onDetect={choose} />
      </Suspense>
    </>
  );
}
