import { useId, type ReactElement } from 'react';
import userRoundPlusIcon from 'lucide/dist/esm/icons/user-round-plus.mjs';

import { errorMessage } from '../../../../contract/errors.ts';
import { useConnectivity } from '../../../platform/connectivity.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Button } from '../../../ui/action/button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/form/input.tsx';
import css from './allowed-users.module.css';
import { useAddUsers } from './use-add-users.ts';
import { Icon } from '../../../ui/icon.tsx';

function NotAdded({ names }: { readonly names: readonly string[] }): ReactElement | null {
  if (names.length === 0) return null;
  return (
    <Alert tone="warn">
      <span className={css['names']}>
        {`Not added: ${names.join(', ')}. Usernames have 3 to 24 letters, digits or _, and your own is not needed.`}
      </span>
    </Alert>
  );
}

export function AddUsers({ ulid }: { readonly ulid: string }): ReactElement {
  const { ref, values, errors, isBusy, notAdded, field, change, onSubmit } = useAddUsers(ulid);
  const offlineId = useId();
  const isOffline = useConnectivity() === 'offline';
  return (
    <form ref={ref} className="stack g3" noValidate onSubmit={onSubmit}>
      <div className={css['add']}>
        <Field
          label="Add users"
          help="Usernames or e-mail addresses, with commas between them. Mind the spelling: nobody is told whether they have an account."
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
      <NotAdded names={notAdded} />
    </form>
  );
}
