import { useEffect, useRef, useState, type RefObject } from 'react';

import type { Failure } from '../../../contract/result.ts';
import { useFailure } from './use-failure.ts';

/** Messages by the name of the field they belong to. */
export type FieldErrors<Field extends string> = Readonly<Partial<Record<Field, string>>>;

export interface FormErrors<Field extends string> {
  /** For the form; the field named F has `data-field="F"`. After a refusal the first at fault has the focus, in sight. */
  readonly ref: RefObject<HTMLFormElement | null>;
  readonly errors: FieldErrors<Field>;
  /** What stands against the whole form, for an `Alert` in it, which is brought in sight. */
  readonly failure: Failure | undefined;
  /**
   * Shows what the form's own rules find wrong.
   * @param only the fields to look at, where not all of them are on the screen
   * @returns whether that is nothing
   */
  readonly check: (only?: readonly Field[]) => boolean;
  /** Shows the server's refusal: beside its fields, else over the whole. */
  readonly refuse: (failure: Failure, ofFields?: FieldErrors<Field>) => void;
  /** Those fields have changed: what was said about them, and about the whole, is out of date. */
  readonly edit: (...changed: readonly string[]) => void;
}

/**
 * Brings a field that is at fault before the person's eyes.
 * @param focus puts the focus on it, once it is on the screen
 */
export type Reach<Field extends string> = (field: Field, focus: () => void) => void;

/** The messages that still hold: of the form's own rules where they were shown and are broken now, and the server's. */
const heldErrors = <Field extends string>(
  wrong: FieldErrors<Field>,
  shown: readonly Field[],
  said: FieldErrors<Field>,
): FieldErrors<Field> => ({
  ...Object.fromEntries(shown.flatMap((field) => (wrong[field] ? [[field, wrong[field]]] : []))),
  ...said,
});

/** Puts the focus on a field at fault, and what is said of it, or of its group, in sight. */
export function focusField(field: HTMLElement | null | undefined): void {
  field?.focus();
  const said = field?.closest('[aria-invalid], fieldset')?.getAttribute('aria-describedby');
  const note = document.getElementById(said ?? '') ?? field;
  note?.scrollIntoView({ block: 'nearest' });
}

const none = <Field extends string>(): FieldErrors<Field> => ({}) as FieldErrors<Field>;

const without = <Field extends string>(
  errors: FieldErrors<Field>,
  changed: readonly string[],
): FieldErrors<Field> =>
  Object.fromEntries(
    Object.entries(errors).filter(([field]) => !changed.includes(field)),
  ) as FieldErrors<Field>;

/**
 * What is wrong with a form: shown when it is sent, and gone with its cause. A field's error goes when the
 * field changes, or when what made it wrong does, as a balance that grows; one of the network, when that is back.
 * @param fields in the order in which they stand on the screen
 * @param wrong what the form's own rules find wrong with it now
 * @param reach where a field may not be on the screen; else it gets the focus at once
 */
export function useFormErrors<Field extends string>(
  fields: readonly Field[],
  wrong: FieldErrors<Field>,
  reach: Reach<Field> = (_, focus) => focus(),
): FormErrors<Field> {
  const ref = useRef<HTMLFormElement>(null);
  const [shown, setShown] = useState<readonly Field[]>([]);
  const [said, setSaid] = useState(none<Field>);
  const [failure, setFailure] = useFailure();
  // An object, so that the same field refused again takes the focus again.
  const [refusal, setRefusal] = useState<{ readonly field: Field }>();
  useEffect(() => {
    if (!refusal) return;
    const { field } = refusal;
    reach(field, () => focusField(ref.current?.querySelector(`[data-field="${field}"]`)));
    // oxlint-disable-next-line react/exhaustive-deps -- once for each refusal
  }, [refusal]);
  useEffect(() => {
    // The button may stay in reach far from where the form says why it failed.
    if (failure) ref.current?.querySelector('[role=alert]')?.scrollIntoView({ block: 'nearest' });
  }, [failure]);

  return {
    ref,
    errors: heldErrors(wrong, shown, said),
    failure,
    check: (only = fields) => {
      const found = only.filter((field) => wrong[field] !== undefined);
      setShown([...shown.filter((field) => !only.includes(field)), ...found]);
      setSaid(without(said, only));
      setFailure(undefined);
      setRefusal(found[0] && { field: found[0] });
      return found.length === 0;
    },
    refuse: (refused, ofFields = none<Field>()) => {
      setSaid(ofFields);
      setFailure(Object.keys(ofFields).length > 0 ? undefined : refused);
      const field = fields.find((one) => ofFields[one] !== undefined);
      setRefusal(field && { field });
    },
    edit: (...changed) => {
      setShown(shown.filter((field) => !changed.includes(field)));
      setSaid(without(said, changed));
      setFailure(undefined);
    },
  };
}

/**
 * The server's words on the form's fields, each as a sentence.
 * @param fieldOf the form's field for each of the request's; the rest is said of the whole
 */
export const saidOfFields = <Field extends string>(
  fieldOf: Readonly<Record<string, Field>>,
  { fields = {} }: Pick<Failure, 'fields'>,
): FieldErrors<Field> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, [message = '']]) => {
      const field = fieldOf[name];
      return field ? [[field, message.charAt(0).toUpperCase() + message.slice(1)]] : [];
    }),
  ) as FieldErrors<Field>;
