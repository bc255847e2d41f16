import type { ErrorCode } from '../../../../../contract/errors.ts';
import type { Failure } from '../../../../../contract/result.ts';

/** Messages by the name of the field they belong to. */
export type FieldErrors<Field extends string> = Readonly<Partial<Record<Field, string>>>;

/** A form between the person and the server. */
export type FormState<Field extends string> =
  | {
      readonly phase: 'editing';
      readonly errors: FieldErrors<Field>;
      /** What is wrong with the whole of it. */
      readonly message: string | undefined;
      /** That is the network, which returns by itself. */
      readonly isOfNetwork?: boolean | undefined;
    }
  /** `isChecking`: the device does some work that the server has asked for first. */
  | { readonly phase: 'sending'; readonly isChecking?: boolean };

export type FormEvent<Field extends string> =
  | { readonly type: 'send' }
  /** The server has asked for some work first. */
  | { readonly type: 'work' }
  /** Sent back: by the form's own rules, or by the server. */
  | {
      readonly type: 'refuse';
      readonly errors: FieldErrors<Field>;
      readonly message?: string | undefined;
      readonly isOfNetwork?: boolean | undefined;
    }
  /** The network has returned. */
  | { readonly type: 'back' }
  /** A field was changed; what was said about it is out of date. `error` = what is to be said now. */
  | { readonly type: 'edit'; readonly field: Field; readonly error?: string | undefined };

/** Nothing is wrong with any field. */
export const noErrors = <Field extends string>(): FieldErrors<Field> => ({}) as FieldErrors<Field>;

export const emptyForm = <Field extends string>(): FormState<Field> => ({
  phase: 'editing',
  errors: noErrors(),
  message: undefined,
});

export function formReducer<Field extends string>(
  state: FormState<Field>,
  event: FormEvent<Field>,
): FormState<Field> {
  switch (event.type) {
    case 'send':
      return { phase: 'sending' };
    case 'work':
      return state.phase === 'sending' ? { phase: 'sending', isChecking: true } : state;
    case 'refuse':
      return {
        phase: 'editing',
        errors: event.errors,
        message: event.message,
        isOfNetwork: event.isOfNetwork,
      };
    case 'back':
      return state.phase === 'editing' && state.isOfNetwork
        ? { ...state, message: undefined, isOfNetwork: false }
        : state;
    case 'edit': {
      if (state.phase === 'sending') return state;
      const { [event.field]: known, ...others } = state.errors;
      if (known === event.error && state.message === undefined) return state;
      const errors = { ...others, ...(event.error && { [event.field]: event.error }) };
      return { phase: 'editing', errors: errors as FieldErrors<Field>, message: undefined };
    }
    default:
      return event satisfies never;
  }
}

export interface FailureRules<Field extends string> {
  /** What to say under a field that the server refused; its own words name the rule, not the way out. */
  readonly fields: Readonly<Record<Field, string>>;
  /** Failures that are about one field. */
  readonly codes?: Readonly<Partial<Record<ErrorCode, Field>>>;
}

/** Puts a failed answer where it belongs in a form: under its fields, else over the whole. */
export function refusalOf<Field extends string>(
  { code, message, fields }: Failure,
  { fields: rules, codes = {} }: FailureRules<Field>,
): Extract<FormEvent<Field>, { type: 'refuse' }> {
  const about = codes[code];
  if (about) return { type: 'refuse', errors: { [about]: message } as FieldErrors<Field> };
  const named = (Object.keys(rules) as Field[]).filter((field) => fields?.[field]);
  const errors = Object.fromEntries(named.map((field) => [field, rules[field]]));
  return {
    type: 'refuse',
    errors: errors as FieldErrors<Field>,
    message: named.length > 0 ? undefined : message,
  };
}
