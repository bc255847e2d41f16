import { useRef, useState, type RefObject } from 'react';

import { useForm, type Form } from '../../../platform/form/use-form.ts';
import type { Failure } from '../../../../contract/result.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { plural } from '../../../ui/text/format-text.ts';
import { toast } from '../../../platform/toast-store.ts';
import { namedUsers } from './named-users.ts';

export interface AddingUsers extends Form<'users', { readonly users: string }> {
  readonly notAdded: readonly string[];
  readonly field: RefObject<HTMLInputElement | null>;
}

export function useAddUsers(ulid: string): AddingUsers {
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
    field.current?.focus();
    return undefined;
  };
  const form = useForm({
    fields: ['users'],
    state,
    wrong: named.ok ? {} : { users: named.problem },
    send: () => (named.ok ? add(named.names) : undefined),
    errorsOf: ({ message }) => ({ users: message }),
  });
  return { ...form, notAdded, field };
}
