import { useRef, useState, type RefObject } from 'react';

import { useFailure } from '../../../platform/form/use-failure.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { plural } from '../../../ui/text/format-text.ts';
import { toast } from '../../../platform/toast-store.ts';
import { namedUsers } from './named-users.ts';

export interface AddingUsers {
  readonly text: string;
  readonly type: (text: string) => void;
  /** What stands in the way of adding them. */
  readonly problem: string | undefined;
  /** Names of the last try that no user can be added by. */
  readonly notAdded: readonly string[];
  readonly isBusy: boolean;
  readonly submit: () => Promise<void>;
  /** Gets the focus after each try. */
  readonly field: RefObject<HTMLInputElement | null>;
}

/** The form that lets people guess on a voucher. */
export function useAddUsers(ulid: string): AddingUsers {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const [notAdded, setNotAdded] = useState<readonly string[]>([]);
  const [isBusy, setIsBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  const [failure, setFailure] = useFailure();

  const submit = async (): Promise<void> => {
    if (isBusy) return;
    const named = namedUsers(text);
    setFailure(undefined);
    if (!named.ok) {
      setProblem(named.problem);
      return field.current?.focus();
    }
    setIsBusy(true);
    setProblem(undefined);
    setNotAdded([]);
    const result = await callWorker((worker) => worker.allowUsers(ulid, named.names));
    setIsBusy(false);
    if (!result.ok) {
      setFailure(result.error);
      return field.current?.focus();
    }
    const missing = result.value;
    const added = named.names.length - missing.length;
    // What was not added stays, to be corrected.
    setText(missing.join(', '));
    setNotAdded(missing);
    if (added > 0) toast(`${plural(added, 'person', 'people')} can guess`, { kind: 'success' });
    field.current?.focus();
  };
  return {
    text,
    type: (next) => {
      setText(next);
      setProblem(undefined);
      setFailure(undefined);
    },
    problem: problem ?? failure?.message,
    notAdded,
    isBusy,
    submit,
    field,
  };
}
