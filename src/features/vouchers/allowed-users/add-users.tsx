import { useId, useRef, useState, type ReactElement } from 'react';
import userRoundPlusIcon from 'lucide/dist/esm/icons/user-round-plus.mjs';

import { readEmail } from '../../../../contract/accounts/email-address.ts';
import { ALLOWED_USERS_MAX_PER_CALL } from '../../../../contract/constants.ts';
import { errorMessage } from '../../../../contract/errors.ts';
import type { Failure } from '../../../../contract/result.ts';
import { useConnectivity } from '../../../platform/connectivity.ts';
import { errorsIn, useForm, type Checked } from '../../../platform/form/use-form.ts';
import { toast } from '../../../platform/toast-store.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Button } from '../../../ui/action/button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { focusOnArrival } from '../../../ui/form/focus-on-arrival.ts';
import { Input } from '../../../ui/form/input.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { plural } from '../../../ui/text/format-text.ts';
import { cx } from '../../../ui/cx.ts';
import css from './allowed-users.module.css';

const refused = (users: string): Checked<'users', never> => ({ ok: false, errors: { users } });

/** The usernames and e-mail addresses in what was typed or pasted, each once: to the server @Kofi is kofi. */
export function namedUsers(text: string): Checked<'users', readonly string[]> {
  const typed = text
    // As mail programs copy people: 'Kofi Mensah <kofi@mail.test>'.
    .replaceAll(/[^\n,;<]*<([^<>]*)>/g, ' $1 ')
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((name) => readEmail(name) ?? name);
  const byLogin = new Map(typed.map((name) => [name.replace(/^@/, '').toLowerCase(), name]));
  const names = [...byLogin.values()];
  if (names.length === 0) return refused('Enter a username or an e-mail address');
  if (names.length > ALLOWED_USERS_MAX_PER_CALL) {
    return refused(`Add at most ${ALLOWED_USERS_MAX_PER_CALL} people at a time`);
  }
  return { ok: true, order: names };
}

function useAddUsers(ulid: string) {
  const state = useState({ users: '' });
  const [values, setValues] = state;
  const [notAdded, setNotAdded] = useState<readonly string[]>([]);
  const field = useRef<HTMLInputElement>(null);
  const named = namedUsers(values.users);
  const add = async (names: readonly string[]): Promise<Failure | undefined> => {
    setNotAdded([]);
    const result = await callWorker((worker) => worker.allowUsers(ulid, names));
    if (!result.ok) return result.error;
    const missing = result.value;
    const added = names.length - missing.length;
    // What was not added stays, to be corrected.
    setValues({ users: missing.join(', ') });
    setNotAdded(missing);
    if (added > 0) toast(`${plural(added, 'person', 'people')} can guess`, { kind: 'success' });
    focusOnArrival(field.current);
    return undefined;
  };
  const form = useForm({
    fields: ['users'],
    state,
    wrong: errorsIn(named),
    send: () => (named.ok ? add(named.order) : undefined),
    errorsOf: ({ message }) => ({ users: message }),
  });
  return { ...form, notAdded, field };
}

export function AddUsers({ ulid }: { readonly ulid: string }): ReactElement {
  const { ref, values, errors, isBusy, notAdded, field, change, onSubmit } = useAddUsers(ulid);
  const offlineId = useId();
  const isOffline = useConnectivity() === 'offline';
  return (
    <form ref={ref} className="stack g3" noValidate onSubmit={onSubmit}>
      <div className={cx('single', css['add'])}>
        <Field
          label="Add users"
          help="Usernames or e-mail addresses, with commas between them. Check the spelling: we do not tell you who has an account."
          error={errors.users}
        >
          <Input
            ref={field}
            name="users"
            placeholder="Username or e-mail"
            autoCapitalize="none"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="done"
            value={values.users}
            onChange={({ target }) => change({ users: target.value })}
          />
        </Field>
        <Button
          variant="primary"
          type="submit"
          loading={isBusy}
          loadingLabel="Adding"
          disabled={isOffline}
          aria-describedby={isOffline ? offlineId : undefined}
        >
          <Icon of={userRoundPlusIcon} size="sm" /> Add
        </Button>
      </div>
      {isOffline && (
        <p id={offlineId} className="sm muted">
          {errorMessage('offline')}
        </p>
      )}
      {notAdded.length > 0 && (
        <Alert tone="warn">
          <span className="anywhere">
            {`Not added: ${notAdded.join(', ')}. Usernames have 3 to 24 letters, digits or _, and your own is not needed.`}
          </span>
        </Alert>
      )}
    </form>
  );
}
