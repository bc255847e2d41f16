import {
  useEffect,
  useId,
  useState,
  type ReactElement,
  type ReactNode,
  type RefObject,
} from 'react';

import { ERRORS, type ErrorCode } from '../../../../contract/errors.ts';
import type { Failure } from '../../../../contract/result.ts';
import { useIsClient } from '../../../platform/document.ts';
import { useConnectivity } from '../../../platform/connectivity.ts';
import { useForm, type FieldErrors, type Form } from '../../../platform/form/use-form.ts';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { focusOnArrival } from '../../../ui/form/focus-on-arrival.ts';
import type { FieldProps } from '../../../ui/form/field.tsx';

const CHECKING = ERRORS.work_required.message;

export interface AuthFormOptions<Field extends string> {
  readonly fields: Readonly<Record<Field, string>>;
  readonly codes?: Readonly<Partial<Record<ErrorCode, Field>>>;
  readonly check: (data: FormData) => FieldErrors<Field>;
  readonly send: (data: FormData, onWork: () => void) => Promise<Failure | undefined>;
}

export interface AuthForm<Field extends string> extends Form<Field> {
  readonly isChecking: boolean;
  /** The props of a Field whose input keeps its own value. */
  readonly named: (name: Field) => Pick<FieldProps, 'error' | 'control'>;
}

export function useAuthForm<Field extends string>(
  options: AuthFormOptions<Field>,
): AuthForm<Field> {
  const { fields, codes = {}, check, send } = options;
  const names = Object.keys(fields) as Field[];
  const [isChecking, setIsChecking] = useState(false);
  const form = useForm<Field>({
    fields: names,
    wrong: check,
    async send(data) {
      setIsChecking(false);
      return (await send(data, () => setIsChecking(true))) ?? 'leaving';
    },
    errorsOf({ code, message, fields: refused }) {
      const about = (codes as Partial<Record<string, Field>>)[code];
      const errors = about
        ? [[about, message]]
        : names.filter((name) => refused?.[name]).map((name) => [name, fields[name]]);
      return Object.fromEntries(errors) as FieldErrors<Field>;
    },
  });
  const { ref, errors, edit } = form;
  useEffect(() => {
    repeatEarlyInput(ref.current);
    const element = ref.current;
    element?.addEventListener('keydown', focusNextEmptyField);
    return () => element?.removeEventListener('keydown', focusNextEmptyField);
  }, [ref]);
  return {
    ...form,
    isChecking: form.isBusy && isChecking,
    named: (name) => ({ error: errors[name], control: { name, onInput: () => edit([name]) } }),
  };
}

const emptyFields = (form: HTMLFormElement): HTMLInputElement[] =>
  [...form.elements].filter(
    (field): field is HTMLInputElement =>
      field instanceof HTMLInputElement && field.value === '' && !field.disabled,
  );

const isAfter = (field: Node, target: EventTarget): boolean =>
  target instanceof Node &&
  (target.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

function focusNextEmptyField(event: KeyboardEvent): void {
  const { key, target } = event;
  if (key !== 'Enter' || !(target instanceof HTMLInputElement) || !target.form) return;
  const next = emptyFields(target.form).find((field) => isAfter(field, target));
  if (!next) return;
  event.preventDefault();
  next.focus();
}

export function useFirstField(ref: RefObject<HTMLFormElement | null>, isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return;
    // After the page's heading, which is focused on navigation.
    queueMicrotask(() => ref.current && focusOnArrival(emptyFields(ref.current)[0]));
  }, [ref, isWanted]);
}

function repeatEarlyInput(form: HTMLFormElement | null): void {
  for (const field of form?.elements ?? []) {
    if (field instanceof HTMLInputElement && field.value !== field.defaultValue) {
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
  }
}

export const textOf = (data: FormData, name: string): string => {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
};

export interface AuthFieldsProps {
  readonly form: Pick<AuthForm<string>, 'ref' | 'isBusy' | 'isChecking' | 'onSubmit'>;
  readonly action: string;
  /** While it is sent. */
  readonly sending: string;
  readonly children: ReactNode;
}

/** The button is disabled until hydration, because the browser's own submit would put a password into the address. */
export function AuthFields(props: AuthFieldsProps): ReactElement {
  const { form, action, sending, children } = props;
  const { ref, isBusy, isChecking, onSubmit } = form;
  const reasonId = useId();
  const isRunning = useIsClient();
  const isOffline = useConnectivity() === 'offline';
  return (
    <form ref={ref} className="stack g4" noValidate onSubmit={onSubmit}>
      {children}
      <SubmitButton
        loading={isBusy && !isChecking}
        loadingLabel={sending}
        aria-disabled={isChecking}
        disabled={!isRunning || isOffline}
        {...(isOffline && { 'aria-describedby': reasonId })}
      >
        {isChecking ? CHECKING : action}
      </SubmitButton>
      <span className="vh" role="status">
        {isChecking && CHECKING}
      </span>
      {isOffline && (
        <p id={reasonId} className="center sm muted">
          This needs a connection.
        </p>
      )}
    </form>
  );
}
