import { useState, type FormEvent, type ReactElement } from 'react';
import checkIcon from 'lucide/dist/esm/icons/check.mjs';

import type { User } from '../../../../contract/accounts.ts';
import { ACCOUNT_MESSAGES } from '../../../../contract/accounts/account-messages.ts';
import { useConnectivity } from '../../../platform/connectivity.ts';
import { useFormErrors } from '../../../platform/form/use-form-errors.ts';
import { notify } from '../../../platform/toast-store.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { Button, TextLink } from '../../../ui/action/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { InputGroup, Input, PasswordInput } from '../../../ui/form/input.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { changesOf, personalFaults, PERSONAL_FIELDS, personalRefusal } from './personal-info.ts';

/** Whether the address of now is the user's. */
const Proof = ({ of }: { readonly of: User }): ReactElement =>
  of.email_verified ? (
    <span className="cluster">
      <Icon of={checkIcon} size="sm" /> Verified
    </span>
  ) : (
    <TextLink href="/verify-email">Verify this address</TextLink>
  );

/** What is typed, what is wrong with it, and how it is saved. */
function usePersonalForm(user: User) {
  const [form, setForm] = useState({ username: user.username, email: user.email, password: '' });
  const [isBusy, setIsBusy] = useState(false);
  const changes = changesOf(user, form);
  const formErrors = useFormErrors(PERSONAL_FIELDS, personalFaults(user, form));
  const change = (next: Partial<typeof form>): void => {
    setForm({ ...form, ...next });
    formErrors.edit(...(Object.keys(next) as (keyof typeof form)[]));
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy || !formErrors.check()) return;
    setIsBusy(true);
    const result = await callWorker((worker) => worker.updateProfile(changes));
    setIsBusy(false);
    if (!result.ok) return formErrors.refuse(result.error, personalRefusal(result.error));
    notify(changes.email ? ACCOUNT_MESSAGES.verificationSent : ACCOUNT_MESSAGES.profileSaved, {
      kind: 'success',
    });
  };
  return { ...formErrors, form, changes, isBusy, change, submit };
}

/** Username and e-mail address; another address takes the password. */
export function PersonalForm({ user }: { readonly user: User }): ReactElement {
  const { ref, errors, failure, form, changes, isBusy, change, submit } = usePersonalForm(user);
  const isOffline = useConnectivity() === 'offline';
  return (
    <form ref={ref} className="stack g4" noValidate onSubmit={(event) => void submit(event)}>
      {failure && <Alert tone="bad">{failure.message}</Alert>}
      <Field label="Username" error={errors.username}>
        <InputGroup before="@">
          <Input
            data-field="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            value={form.username}
            onChange={({ target }) => change({ username: target.value })}
          />
        </InputGroup>
      </Field>
      <Field label="E-mail" error={errors.email} help={<Proof of={user} />}>
        <Input
          data-field="email"
          type="email"
          autoComplete="email"
          value={form.email}
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
            value={form.password}
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
