import { useState, type ReactElement } from 'react';
import checkIcon from 'lucide/dist/esm/icons/check.mjs';

import type { UpdateUserBody, User } from '../../../../contract/accounts.ts';
import { ACCOUNT_MESSAGES } from '../../../../contract/accounts/account-messages.ts';
import type { Failure } from '../../../../contract/result.ts';
import { useConnectivity } from '../../../platform/connectivity.ts';
import { useForm } from '../../../platform/form/use-form.ts';
import { notify } from '../../../platform/toast-store.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { Button, TextLink } from '../../../ui/action/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { InputGroup, Input, PasswordInput } from '../../../ui/form/input.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { changesOf, personalFaults, PERSONAL_FIELDS, personalRefusal } from './personal-info.ts';

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
  notify(changes.email ? ACCOUNT_MESSAGES.verificationSent : ACCOUNT_MESSAGES.profileSaved, {
    kind: 'success',
  });
  return undefined;
}

export function PersonalForm({ user }: { readonly user: User }): ReactElement {
  const state = useState({ username: user.username, email: user.email, password: '' });
  const [values] = state;
  const changes = changesOf(user, values);
  const { ref, errors, failure, isBusy, change, onSubmit } = useForm({
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
      <Field label="Username" error={errors.username}>
        <InputGroup before="@">
          <Input
            data-field="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            value={values.username}
            onChange={({ target }) => change({ username: target.value })}
          />
        </InputGroup>
      </Field>
      <Field label="E-mail" error={errors.email} help={<Proof of={user} />}>
        <Input
          data-field="email"
          type="email"
          autoComplete="email"
          value={values.email}
          onChange={({ target }) => change({ email: target.value })}
        />
      </Field>
      {changes.email !== undefined && (
        <Field
          label="Your password"
          help="For another address. Until you open its mail you cannot withdraw."
          error={errors.password}
        >
          <PasswordInput
            data-field="password"
            autoComplete="current-password"
            value={values.password}
            onChange={({ target }) => change({ password: target.value })}
          />
        </Field>
      )}
      <Button
        type="submit"
        variant="primary"
        size="lg"
        block
        loading={isBusy}
        disabled={isOffline || (changes.username ?? changes.email) === undefined}
      >
        Save
      </Button>
    </form>
  );
}
