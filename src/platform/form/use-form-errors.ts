import { useEffect, useRef, useState, type RefObject } from 'react';

import type { Failure } from '../../../contract/result.ts';
import { useFailure } from './use-failure.ts';

/** Messages by the name of the field they belong to. */
export type FieldErrors<Field extends string> = Readonly<Partial<Record<Field, string>>>;

export interface FormErrors<Field extends string> {
  /** For the form; the field named F has `data-field="F"`. After a refusal the first at fault has the focus. */
  readonly ref: RefObject<HTMLFormElement | null>;
  readonly errors: FieldErrors<Field>;
  /** What stands against the whole form. */
  readonly failure: Failure | undefined;
  /** Shows what the form's own rules find wrong. @returns whether that is nothing */
  readonly check: () => boolean;
  /** Shows the server's refusal: beside its fields, else over the whole. */
  readonly refuse: (failure: Failure, ofFields?: FieldErrors<Field>) => void;
  /** Those fields have changed: what was said about them, and about the whole, is out of date. */
  readonly edit: (...changed: readonly Field[]) => void;
}

/** The messages that still hold: of the form's own rules where they were shown and are broken now, and the server's. */
const heldErrors = <Field extends string>(
  wrong: FieldErrors<Field>,
  shown: readonly Field[],
  said: FieldErrors<Field>,
): FieldErrors<Field> => ({
  ...Object.fromEntries(shown.flatMap((field) => (wrong[field] ? [[field, wrong[field]]] : []))),
  ...said,
});

const none = <Field extends string>(): FieldErrors<Field> => ({}) as FieldErrors<Field>;

const without = <Field extends string>(
  errors: FieldErrors<Field>,
  changed: readonly Field[],
): FieldErrors<Field> =>
  Object.fromEntries(
    Object.entries(errors).filter(([field]) => !changed.includes(field as Field)),
  ) as FieldErrors<Field>;

/**
 * What is wrong with a form: shown when it is sent, and gone with its cause. A field's error goes when the
 * field changes, or when what made it wrong does, as a balance that grows; one of the network, when that is back.
 * @param fields in the order in which they stand on the screen
 * @param wrong what the form's own rules find wrong with it now
 */
export function useFormErrors<Field extends string>(
  fields: readonly Field[],
  wrong: FieldErrors<Field>,
): FormErrors<Field> {
  const ref = useRef<HTMLFormElement>(null);
  const [shown, setShown] = useState<readonly Field[]>([]);
  const [said, setSaid] = useState(none<Field>);
  const [failure, setFailure] = useFailure();
  // An object, so that the same field refused again takes the focus again.
  const [refusal, setRefusal] = useState<{ readonly field: Field }>();
  useEffect(() => {
    if (refusal) {
      ref.current?.querySelector<HTMLElement>(`[data-field="${refusal.field}"]`)?.focus();
    }
  }, [refusal]);

  const show = (faults: FieldErrors<Field>): void => {
    const field = fields.find((one) => faults[one] !== undefined);
    setRefusal(field && { field });
  };
  return {
    ref,
    errors: heldErrors(wrong, shown, said),
    failure,
    check: () => {
      const found = fields.filter((field) => wrong[field] !== undefined);
      setShown(found);
      setSaid(none());
      setFailure(undefined);
      show(wrong);
      return found.length === 0;
    },
    refuse: (refused, ofFields = none<Field>()) => {
      setSaid(ofFields);
      setFailure(Object.keys(ofFields).length > 0 ? undefined : refused);
      show(ofFields);
    },
    edit: (...changed) => {
      setShown(shown.filter((field) => !changed.includes(field)));
      setSaid(without(said, changed));
      setFailure(undefined);
    },
  };
}
