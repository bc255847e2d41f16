import { type ReactElement, useEffect, useRef } from 'react';
import { useQuery, navigate } from '../../../platform/routing/router.tsx';
import { AppLink, TextLink } from '../../../ui/action/button.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { GoogleButton } from './google/google-button.tsx';
import {
  GuessReason,
  isForGuess,
  nextInAddress,
  useLeaveIfSignedIn,
  withNext,
} from './sign-in-pages.tsx';
import { ERRORS, isErrorCode } from '../../../../contract/errors.ts';
import type { Failure } from '../../../../contract/result.ts';
import { refreshSession } from '../../../platform/session/session.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Checkbox } from '../../../ui/form/choice.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input, PasswordInput } from '../../../ui/form/input.tsx';
import { offerPasskey } from '../passkeys/offer-passkey.ts';
import { usePasskeyLogin } from '../passkeys/use-passkey-login.ts';
import { readRememberedLogin, storeLogin } from './device-memory.ts';
import type { FieldErrors } from '../../../platform/form/use-form.ts';
import { callWithWork } from './call-with-work.ts';
import { AuthFields, textOf, useAuthForm, useFirstField } from './auth-form.tsx';
import { cx } from '../../../ui/cx.ts';
import css from './login-page.module.css';

/** Only texts of the catalogue, so that a link cannot put its own on this page. */
export function loginErrorText(error: string | null): string | undefined {
  if (error === null) return undefined;
  return ERRORS[isErrorCode(error) ? error : 'login_failed'].message;
}

type LoginField = 'email' | 'password';

const RULES = {
  email: 'Enter your e-mail or username',
  password: 'Enter your password',
} as const;

const check = (data: FormData): FieldErrors<LoginField> => ({
  ...(textOf(data, 'email').trim() === '' && { email: RULES.email }),
  ...(textOf(data, 'password') === '' && { password: RULES.password }),
});

async function logIn(data: FormData, onWork: () => void): Promise<Failure | undefined> {
  const login = textOf(data, 'email').trim();
  const remember = data.has('remember');
  const password = textOf(data, 'password');
  const query = new URLSearchParams(location.search);
  // From the link that is mailed after too many wrong passwords.
  const token = query.get('token');
  const credentials = { email: login, password, remember, ...(token && { link_token: token }) };
  const result = await callWithWork((worker, tell) => worker.login(credentials, tell), onWork);
  if (!result.ok) return result.error;
  storeLogin(remember ? login : '');
  await enter();
  // Whoever has a guess to send is not asked for anything else.
  if (!isForGuess(query)) void offerPasskey();
  return undefined;
}

async function enter(): Promise<void> {
  const next = nextInAddress();
  // Its answer is on its way while home is drawn.
  if (next === '/') void callWorker((worker) => worker.refreshHome());
  await refreshSession();
  navigate(next, { replace: true });
}

export function LoginForm(): ReactElement {
  const form = useAuthForm<LoginField>({
    fields: RULES,
    check,
    send: logIn,
  });
  const { ref, failure, isBusy, named, refuse } = form;
  usePasskeyLogin((result) => {
    if (result.ok) void enter();
    else refuse(result.error);
  });
  const login = useRef<HTMLInputElement>(null);
  const query = useQuery();
  const arrived = isForGuess(query) ? undefined : loginErrorText(query.get('error'));
  useEffect(() => {
    const field = login.current;
    // What was typed before hydration stays.
    if (field?.value === '' && field !== document.activeElement)
      field.value = readRememberedLogin();
  }, []);
  useFirstField(ref, isForGuess(query));
  const shown = failure?.message ?? (isBusy ? undefined : arrived);
  return (
    <AuthFields form={form} action="Log In" sending="Logging in">
      {shown && <Alert tone="bad">{shown}</Alert>}
      <Field label="E-mail or username" {...named('email')}>
        <Input
          ref={login}
          type="text"
          inputMode="email"
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="next"
          maxLength={254}
        />
      </Field>
      <Field label="Password" {...named('password')}>
        <PasswordInput autoComplete="current-password" enterKeyHint="go" />
      </Field>
      <div className={cx('cluster apart', css['options'])}>
        <Checkbox name="remember" label="Remember me" defaultChecked />
        <TextLink href="/forgot-password">Forgot password?</TextLink>
      </div>
    </AuthFields>
  );
}

export default function LoginPage(): ReactElement {
  const query = useQuery();
  useLeaveIfSignedIn();
  return (
    <AuthFrame pattern="adire">
      <h1>Welcome back</h1>
      <GuessReason query={query}>Your digits are kept until you are back.</GuessReason>
      <GoogleButton />
      <LoginForm />
      <p className="center sm">
        New here?{' '}
        <AppLink className="link" href={withNext('/signup', query)}>
          Sign Up
        </AppLink>
      </p>
    </AuthFrame>
  );
}
