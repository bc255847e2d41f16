import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react';

import type { Failure } from '../../../contract/result.ts';
import { onNetworkReturn } from '../connectivity.ts';
import { isOfNetwork } from './use-command.ts';

/** Messages by the name of the field they belong to. */
export type FieldErrors<Field extends string> = Readonly<Partial<Record<Field, string>>>;

/** Brings a field with an error on the screen, then calls `focus`. */
export type Reach<Field extends string> = (field: Field, focus: () => void) => void;

export interface FormOptions<Field extends string, Values extends object> {
  /** Fields that can have errors, in the order in which they stand on the screen. */
  readonly fields: readonly Field[];
  /** The values and their setter, of `useState`; left out where the inputs hold the values themselves. */
  readonly state?: readonly [values: Values, setValues: (next: Values) => void];
  /** Errors by the form's own rules: as the values stand, or read from the inputs when the form is sent. */
  readonly wrong: FieldErrors<Field> | ((data: FormData) => FieldErrors<Field>);
  /** Fields whose errors a change of values makes outdated; the changed ones where left out. */
  readonly affectedBy?: (change: Partial<Values>) => readonly string[];
  /** Sends a form without errors. @returns why the server refused it; `leaving` where the button stays busy until the next page */
  readonly send: (data: FormData) => Promise<Failure | 'leaving' | undefined> | undefined | void;
  /** Errors of single fields in a refusal; without any it stands against the whole form. */
  readonly errorsOf?: (refused: Failure) => FieldErrors<Field>;
  /** Where a field may not be on the screen. */
  readonly reach?: Reach<Field>;
}

export interface Form<Field extends string, Values extends object = object> {
  /** For the `form` element; the input of field F has `data-field="F"` or `name="F"`. */
  readonly ref: RefObject<HTMLFormElement | null>;
  readonly values: Values;
  readonly errors: FieldErrors<Field>;
  /** What stands against the whole form, for an `Alert` in it, which is scrolled into view. */
  readonly failure: Failure | undefined;
  readonly isBusy: boolean;
  readonly change: (next: Partial<Values>) => void;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** Shows what the form's own rules find wrong, in these fields alone. @returns whether that is nothing */
  readonly check: (only: readonly string[]) => boolean;
  /** Shows a refusal beside its fields, else over the whole form. */
  readonly refuse: (refused: Failure) => void;
  /** Drops errors of fields that have changed; `now` are those to show at once. */
  readonly edit: (changed: readonly string[], now?: FieldErrors<Field>) => void;
  /** Ends `leaving` where the user came back to the form. */
  readonly release: () => void;
}

/** Moves the focus to a field with an error, and scrolls the message of it or of its group into view. */
function focusField(field: HTMLElement | null | undefined): void {
  field?.focus();
  const noteId = field?.closest('[aria-invalid], fieldset')?.getAttribute('aria-describedby');
  const note = document.getElementById(noteId ?? '') ?? field;
  note?.scrollIntoView({ block: 'nearest' });
}

const pick = <Field extends string>(
  errors: FieldErrors<Field>,
  isPicked: (field: string) => boolean,
): FieldErrors<Field> =>
  Object.fromEntries(
    Object.entries(errors).filter(([field]) => isPicked(field)),
  ) as FieldErrors<Field>;

const none = <Field extends string>(): FieldErrors<Field> => ({}) as FieldErrors<Field>;
interface Refused {
  readonly failure: Failure;
  /** Whether it stands against the whole form. */
  readonly isWhole: boolean;
}

const NO_STATE = [{}, (): void => undefined] as const;

/** What is said of a form's fields, and of the whole; after each refusal the first field with an error has the focus. */
function useShownErrors<Field extends string>(
  fields: readonly Field[],
  wrong: FieldErrors<Field>,
  reach: Reach<Field>,
) {
  const ref = useRef<HTMLFormElement>(null);
  /** Fields whose error by the form's own rules is shown while it lasts. */
  const [checked, setChecked] = useState<readonly Field[]>([]);
  /** Errors that stay until their field changes. */
  const [said, setSaid] = useState<FieldErrors<Field>>(none);
  const [refused, setRefused] = useState<Refused>();
  // An object, so that the same field refused again takes the focus again.
  const [focused, setFocused] = useState<{ readonly field: Field }>();
  const isPassing = refused !== undefined && isOfNetwork(refused.failure);
  const failure = refused?.isWhole ? refused.failure : undefined;
  useEffect(() => {
    if (!isPassing) return undefined;
    return onNetworkReturn(() => {
      setRefused(undefined);
      setSaid(none());
    });
  }, [isPassing]);
  useEffect(() => {
    if (!focused) return;
    const { field } = focused;
    const input = `[data-field="${field}"], [name="${field}"]`;
    reach(field, () => focusField(ref.current?.querySelector<HTMLElement>(input)));
    // oxlint-disable-next-line react/exhaustive-deps -- once for each refusal
  }, [focused]);
  useEffect(() => {
    // The button may be on the screen, far from where the form says why it failed.
    if (failure) ref.current?.querySelector('[role=alert]')?.scrollIntoView({ block: 'nearest' });
  }, [failure]);

  const show = (errors: FieldErrors<Field>, reason?: Failure): boolean => {
    const field = fields.find((one) => errors[one] !== undefined);
    setRefused(reason && { failure: reason, isWhole: field === undefined });
    setFocused(field && { field });
    return field === undefined;
  };
  return {
    ref,
    errors: { ...pick(wrong, (field) => checked.some((one) => one === field)), ...said },
    failure,
    check: (only: readonly string[]): boolean => {
      const found = pick(wrong, (field) => only.includes(field));
      setChecked((before) => [
        ...before.filter((field) => !only.includes(field)),
        ...fields.filter((field) => found[field] !== undefined),
      ]);
      setSaid((before) => pick(before, (field) => !only.includes(field)));
      return show(found);
    },
    say: (errors: FieldErrors<Field>, reason?: Failure): boolean => {
      setSaid(errors);
      return show(errors, reason);
    },
    edit: (changed: readonly string[], now: FieldErrors<Field> = none()): void => {
      setChecked((before) => before.filter((field) => !changed.includes(field)));
      setSaid((before) => ({ ...pick(before, (field) => !changed.includes(field)), ...now }));
      setRefused(undefined);
    },
  };
}

/**
 * A form: its values, errors by field, the focus on the first of them after each refusal, and whether it is being sent.
 * Errors appear when the form is sent. An error goes when its field changes, or when what made it wrong does, as a
 * balance that grows; a failure of the network goes when the network returns.
 */
export function useForm<Field extends string, Values extends object = object>(
  options: FormOptions<Field, Values>,
): Form<Field, Values> {
  const { fields, wrong, send, errorsOf, reach = (_, focus) => focus() } = options;
  const [values, setValues] = options.state ?? (NO_STATE as unknown as [Values, () => void]);
  const [isBusy, setIsBusy] = useState(false);
  const areOwn = typeof wrong === 'function';
  const { say, ...shown } = useShownErrors(fields, areOwn ? none<Field>() : wrong, reach);
  const refuse = (refused: Failure): void =>
    void say(errorsOf?.(refused) ?? none<Field>(), refused);
  const run = async (sent: Promise<Failure | 'leaving' | undefined>): Promise<void> => {
    setIsBusy(true);
    const answer = await sent;
    if (answer === 'leaving') return;
    setIsBusy(false);
    if (answer) refuse(answer);
  };
  return {
    ...shown,
    values,
    isBusy,
    refuse,
    change(next) {
      setValues({ ...values, ...next });
      shown.edit(options.affectedBy?.(next) ?? Object.keys(next));
    },
    onSubmit(event) {
      event.preventDefault();
      if (isBusy) return;
      const data = new FormData(event.currentTarget);
      const sent = (areOwn ? say(wrong(data)) : shown.check(fields)) && send(data);
      if (sent) void run(sent);
    },
    release: () => setIsBusy(false),
  };
}

/**
 * The server's words on single fields, each as a sentence.
 * @param fieldOf the form's field for each of the request's
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
