import {
  useEffect,
  useReducer,
  useRef,
  type FormEvent as SubmitEvent,
  type RefObject,
} from 'react';

import type { Failure } from '../../../../../contract/result.ts';
import { onNetworkReturn } from '../../../../platform/connectivity.ts';
import { focusField } from '../../../../platform/form/use-form-errors.ts';
import { isOfNetwork } from '../../../../platform/form/use-failure.ts';
import {
  emptyForm,
  formReducer,
  noErrors,
  refusalOf,
  type FailureRules,
  type FieldErrors,
  type FormEvent,
  type FormState,
} from './form.machine.ts';

export interface AuthFormOptions<Field extends string> {
  readonly rules: FailureRules<Field>;
  /** The form's own rules, asked before anything is sent. */
  readonly check: (data: FormData) => FieldErrors<Field>;
  /** Sends it; a failure sends the form back. `onWork`: to be told when the server asks for work first. */
  readonly send: (data: FormData, onWork: () => void) => Promise<Failure | undefined>;
}

/** How far a form is on its way. */
export interface Sending {
  readonly isSending: boolean;
  /** The device does some work that the server has asked for first. */
  readonly isChecking: boolean;
}

export interface AuthForm<Field extends string> {
  readonly ref: RefObject<HTMLFormElement | null>;
  /** For the button that sends it. */
  readonly sending: Sending;
  readonly message: string | undefined;
  readonly errors: FieldErrors<Field>;
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  /** To be told of each change of a field, with what is wrong with it so far. */
  readonly edit: (field: Field, error?: string) => void;
}

/**
 * Runs a form whose inputs keep their own values, so that what was typed before the app was running stays.
 * After a refusal the first field at fault has the focus.
 */
export function useAuthForm<Field extends string>(
  options: AuthFormOptions<Field>,
): AuthForm<Field> {
  const ref = useRef<HTMLFormElement>(null);
  const [state, dispatch] = useReducer<FormState<Field>, undefined, [FormEvent<Field>]>(
    formReducer,
    undefined,
    emptyForm<Field>,
  );
  const refusals = useRef(0);
  const handled = useRef(0);
  useEffect(() => {
    if (state.phase === 'sending' || handled.current === refusals.current) return;
    handled.current = refusals.current;
    focusField(ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]'));
  }, [state]);

  useEffect(() => repeatEarlyInput(ref.current), []);
  useEffect(() => {
    const form = ref.current;
    form?.addEventListener('keydown', toNextEmptyField);
    return () => form?.removeEventListener('keydown', toNextEmptyField);
  }, []);
  useEffect(() => onNetworkReturn(() => dispatch({ type: 'back' })), []);

  const refuse = (event: Extract<FormEvent<Field>, { type: 'refuse' }>): void => {
    refusals.current += 1;
    dispatch(event);
  };
  const send = async (data: FormData): Promise<void> => {
    const failure = await options.send(data, () => dispatch({ type: 'work' }));
    if (failure) {
      refuse({ ...refusalOf(failure, options.rules), isOfNetwork: isOfNetwork(failure) });
    }
  };
  return {
    ref,
    sending: {
      isSending: state.phase === 'sending',
      isChecking: state.phase === 'sending' && state.isChecking === true,
    },
    message: state.phase === 'editing' ? state.message : undefined,
    errors: state.phase === 'editing' ? state.errors : noErrors(),
    onSubmit: (event) => {
      event.preventDefault();
      if (state.phase === 'sending') return;
      const data = new FormData(event.currentTarget);
      const errors = options.check(data);
      if (Object.values(errors).some(Boolean)) return refuse({ type: 'refuse', errors });
      dispatch({ type: 'send' });
      void send(data);
    },
    edit: (field, error) => dispatch({ type: 'edit', field, error }),
  };
}

/** Its text fields with nothing in them. */
const emptyFields = (form: HTMLFormElement): HTMLInputElement[] =>
  [...form.elements].filter(
    (field): field is HTMLInputElement =>
      field instanceof HTMLInputElement && field.value === '' && !field.disabled,
  );

const isAfter = (field: Node, target: EventTarget): boolean =>
  target instanceof Node &&
  (target.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

/** Enter leads to the next field with nothing in it, and sends from the last. */
function toNextEmptyField(event: KeyboardEvent): void {
  const { key, target } = event;
  if (key !== 'Enter' || !(target instanceof HTMLInputElement) || !target.form) return;
  const next = emptyFields(target.form).find((field) => isAfter(field, target));
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** Puts the cursor into the first empty field of a form that a visitor was sent to in the middle of a guess. */
export function useFirstField(ref: RefObject<HTMLFormElement | null>, isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return;
    // After the page's heading has had the focus of an arrival.
    queueMicrotask(() => ref.current && emptyFields(ref.current)[0]?.focus());
  }, [ref, isWanted]);
}

/** Tells the form's fields of what was typed before anybody listened to them. */
function repeatEarlyInput(form: HTMLFormElement | null): void {
  for (const field of form?.elements ?? []) {
    if (field instanceof HTMLInputElement && field.value !== field.defaultValue) {
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
  }
}

/** A text of a form; '' for one that is not there. */
export const textOf = (data: FormData, name: string): string => {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
};
