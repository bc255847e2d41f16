import { Suspense, type ReactElement, useState, useRef } from 'react';
import checkIcon from 'lucide/dist/esm/icons/check.mjs';

import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Narrow, SubPage } from '../../../ui/layout/layout.tsx';
import { AvatarPicker } from './avatar-picker.tsx';
import { Passkeys } from './passkeys.tsx';
import { useProfile } from './use-profile.ts';
import type { UpdateUserBody, User } from '../../../../contract/accounts.ts';
import { ACCOUNT_MESSAGES } from '../../../../contract/accounts/account-messages.ts';
import type { Failure } from '../../../../contract/result.ts';
import { useConnectivity } from '../../../platform/connectivity.ts';
import { useForm } from '../../../platform/form/use-form.ts';
import { notify } from '../../../platform/toast-store.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { Button, TextLink } from '../../../ui/action/button.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { InputGroup, Input, PasswordInput } from '../../../ui/form/input.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { changesOf, personalFaults, PERSONAL_FIELDS, personalRefusal } from './personal-info.ts';
import { isUnanswered } from '../../../../contract/errors/is-unanswered.ts';
import { passwordFault, PASSWORD_RULE } from '../field-rules.ts';
import { useCommand } from '../../../platform/form/use-command.ts';

export default function PersonalInfoPage(): ReactElement {
  return (
    <SubPage title="Personal info" back="/profile">
      <Suspense fallback={<Skeleton height="20rem" />}>
        <Personal />
      </Suspense>
    </SubPage>
  );
}

function Personal(): ReactElement {
  const { row, account } = useProfile();
  const user = row?.user;
  if (!user) return <Skeleton height="20rem" />;
  return (
    <Narrow className="stack g5">
      <AvatarPicker user={user} />
      <PersonalForm key={`${user.username} ${user.email}`} user={user} />
      {user.has_password !== false && (
        <Passkeys passkeys={account?.passkeys} hasPin={user.has_pin === true} />
      )}
      {user.has_password === false ? <FirstPassword email={user.email} /> : <PasswordForm />}
    </Narrow>
  );
}

const Proof = ({ of }: { readonly of: User }): ReactElement =>
  of.email_verified ? (
    <span className="cluster">
      <Icon of={checkIcon} size="sm" /> Verified
    </span>
  ) : (
    <TextLink href="/verify-email">Verify this address</TextLink>
  );

async function save(changes: UpdateUserBody): Promise<Failure | undefined> {
  const result = await callWorker((worker) => worker.updateProfile(changes));
  if (!result.ok) return result.error;
  notify(changes.email ? ACCOUNT_MESSAGES.verificationSent : 'Saved', {
    kind: 'success',
  });
  return undefined;
}

function PersonalForm({ user }: { readonly user: User }): ReactElement {
  const state = useState({ username: user.username, email: user.email, password: '' });
  const [values] = state;
  const changes = changesOf(user, values);
  const { ref, failure, isBusy, text, onSubmit } = useForm({
    fields: PERSONAL_FIELDS,
    state,
    wrong: personalFaults(user, values),
    send: () => save(changes),
    errorsOf: personalRefusal,
  });
  const isOffline = useConnectivity() === 'offline';
  return (
    <form ref={ref} className="stack g4" noValidate onSubmit={onSubmit}>
      {failure && <Alert tone="bad">{failure.message}</Alert>}
      <Field label="Username" {...text('username')}>
        <InputGroup before="@">
          <Input autoComplete="username" autoCapitalize="none" spellCheck={false} />
        </InputGroup>
      </Field>
      <Field label="E-mail" help={<Proof of={user} />} {...text('email')}>
        <Input type="email" autoComplete="email" />
      </Field>
      {changes.email !== undefined && (
        <Field
          label="Your password"
          help="For another address. Until you open its mail you cannot withdraw, and nothing can leave your wallet for 24 hours after that."
          {...text('password')}
        >
          <PasswordInput autoComplete="current-password" />
        </Field>
      )}
      <SubmitButton
        loading={isBusy}
        disabled={isOffline || (changes.username ?? changes.email) === undefined}
      >
        Save
      </SubmitButton>
    </form>
  );
}

const FIELDS = ['current', 'next'] as const;
const EMPTY = { current: '', next: '' };

export function PasswordForm(): ReactElement {
  const state = useState(EMPTY);
  const [{ current, next }, setValues] = state;
  const mayBeDone = useRef(false);
  const isOffline = useConnectivity() === 'offline';
  const send = async (): Promise<Failure | undefined> => {
    const result = await callWorker((worker) =>
      worker.changePassword({ current_password: current, password: next }),
    );
    if (!result.ok) {
      if (isUnanswered(result.error)) mayBeDone.current = true;
      return result.error;
    }
    mayBeDone.current = false;
    setValues(EMPTY);
    notify(result.value, { kind: 'success' });
    return undefined;
  };
  const { ref, failure, isBusy, text, onSubmit } = useForm({
    fields: FIELDS,
    state,
    wrong: {
      current: current === '' ? 'Enter your password' : undefined,
      next: passwordFault(next),
    },
    send,
    errorsOf: ({ code, message }) =>
      code === 'password_wrong'
        ? {
            current: mayBeDone.current
              ? 'This is not your password. If your first try has arrived, it is the new one by now.'
              : message,
          }
        : {},
  });
  return (
    <form ref={ref} className="stack g4" noValidate onSubmit={onSubmit}>
      <h2>Password</h2>
      {failure && <Alert tone="bad">{failure.message}</Alert>}
      <Field label="Current password" {...text('current')}>
        <PasswordInput autoComplete="current-password" />
      </Field>
      <Field label="New password" help={PASSWORD_RULE} {...text('next')}>
        <PasswordInput autoComplete="new-password" />
      </Field>
      <Button type="submit" block loading={isBusy} disabled={isOffline}>
        Change password
      </Button>
    </form>
  );
}

export function FirstPassword({ email }: { readonly email: string }): ReactElement {
  const [said, setSaid] = useState<string>();
  const { isBusy, failure, run } = useCommand(
    () => callWorker((worker) => worker.forgotPassword(email)),
    ({ message }) => setSaid(message),
  );
  const isOffline = useConnectivity() === 'offline';
  return (
    <section className="stack g4" aria-labelledby="first-password">
      <h2 id="first-password">Password</h2>
      <p className="muted">
        You log in with Google and have no password here. You need one to set a PIN or a passkey, to
        change your e-mail address and to delete your account. We send a link to {email}; choosing a
        password logs every device out, and nothing can leave your wallet for 24 hours.
      </p>
      {failure && <Alert tone="bad">{failure.message}</Alert>}
      {said !== undefined && <Alert tone="ok">{said}</Alert>}
      <Button block loading={isBusy} disabled={isOffline} onClick={() => run()}>
        Choose a password
      </Button>
      {isOffline && <p className="center sm muted">This needs a connection.</p>}
    </section>
  );
}
