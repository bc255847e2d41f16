import { Suspense, useState, type ReactElement } from 'react';
import checkIcon from 'lucide/dist/esm/icons/check.mjs';

import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Narrow, SubPage } from '../../../ui/layout/layout.tsx';
import { AvatarPicker } from './avatar-picker.tsx';
import { useProfile } from './use-profile.ts';
import type { UpdateUserBody, User } from '../../../../contract/accounts.ts';
import { ACCOUNT_MESSAGES } from '../../../../contract/accounts/account-messages.ts';
import type { Failure } from '../../../../contract/result.ts';
import { useConnectivity } from '../../../platform/connectivity.ts';
import { useForm } from '../../../platform/form/use-form.ts';
import { notify } from '../../../platform/toast-store.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { TextLink } from '../../../ui/action/button.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { InputGroup, Input, PasswordInput } from '../../../ui/form/input.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { changesOf, personalFaults, PERSONAL_FIELDS, personalRefusal } from './personal-info.ts';
import { signalChange } from '../passkeys/load-passkeys.ts';

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
  const user = useProfile().row?.user;
  if (!user) return <Skeleton height="20rem" />;
  return (
    <Narrow className="stack g5">
      <AvatarPicker user={user} />
      <PersonalForm key={`${user.username} ${user.email}`} user={user} />
      <p className="sm muted">
        Password, PIN and fingerprint are under{' '}
        <TextLink href="/profile/security">Security</TextLink>.
      </p>
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
  if (changes.username !== undefined) void signalChange();
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
          help="Needed for a new address. Until you open the mail we send there, you cannot withdraw; after that nothing can leave your wallet for 24 hours."
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
