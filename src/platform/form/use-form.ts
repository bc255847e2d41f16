import { useEffect, useEffectEvent, useRef, useState, type FormEvent, type RefObject } from 'react';

import type { Failure } from '../../../contract/result.ts';
import { onNetworkReturn } from '../connectivity.ts';
import { isOfNetwork } from './use-command.ts';

export type FieldErrors<Field extends string> = Readonly<
  Partial<Record<Field, string | undefined>>
>;

export type Checked<Field extends string, Order> =
  | { readonly ok: true; readonly order: Order }
  | { readonly ok: false; readonly errors: FieldErrors<Field> };

export type Reach<Field extends string> = (field: Field, focus: () => void) => void;

export interface FormOptions<Field extends string, Values extends object> {
  readonly fields: readonly Field[];
  /** The result of `useState`; omitted when the inputs are uncontrolled. */
  readonly state?: readonly [values: Values, setValues: (next: Values) => void];
  readonly wrong: FieldErrors<Field> | ((data: FormData) => FieldErrors<Field>);
  /** @param changed names of `Values` */
  readonly affectedBy?: (changed: readonly string[]) => readonly string[];
  /** Returns the server's refusal, or `leaving` to keep the button busy until the next page. */
  readonly send: (data: FormData) => Promise<Failure | 'leaving' | undefined> | undefined | void;
  readonly errorsOf?: (refused: Failure) => FieldErrors<Field>;
  readonly reach?: Reach<Field>;
}

/** The props of a Field that holds the text of a form. */
export interface TextLink {
  readonly error: string | undefined;
  readonly control: {
    readonly 'data-field': string;
    readonly value: string;
    readonly onChange: (event: { readonly target: { readonly value: string } }) => void;
  };
}

export interface Form<Field extends string, Values extends object = object> {
  /** The input of field F must have `data-field="F"` or `name="F"`. */
  readonly ref: RefObject<HTMLFormElement | null>;
  readonly values: Values;
  readonly errors: FieldErrors<Field>;
  readonly failure: Failure | undefined;
  readonly isBusy: boolean;
  readonly change: (next: Partial<Values>) => void;
  readonly text: (name: Field & keyof Values) => TextLink;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** Shows the rule errors of these fields only. @returns whether there are none */
  readonly check: (only: readonly string[]) => boolean;
  readonly refuse: (refused: Failure) => void;
  readonly edit: (changed: readonly string[], now?: FieldErrors<Field>) => void;
  /** Ends `leaving` when the user came back to the form. */
  readonly release: () => void;
}

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

export const errorsIn = <Field extends string>(
  check: Checked<Field, unknown>,
): FieldErrors<Field> => (check.ok ? none() : check.errors);

interface Refused {
  readonly failure: Failure;
  readonly isWhole: boolean;
}

const NO_STATE = [{}, (): void => undefined] as const;

function useShownErrors<Field extends string>(
  fields: readonly Field[],
  wrong: FieldErrors<Field>,
  reach: Reach<Field>,
) {
  const ref = useRef<HTMLFormElement>(null);
  const [checked, setChecked] = useState<readonly Field[]>([]);
  const [said, setSaid] = useState<FieldErrors<Field>>(none);
  const [refused, setRefused] = useState<Refused>();
  // An object, so that a second refusal of the same field moves the focus to it again.
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
  const focus = useEffectEvent((field: Field) => {
    const input = `[data-field="${field}"], [name="${field}"]`;
    reach(field, () => focusField(ref.current?.querySelector<HTMLElement>(input)));
  });
  useEffect(() => {
    if (focused) focus(focused.field);
  }, [focused]);
  useEffect(() => {
    // The submit button may be on screen while the message is far above it.
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
  const change = (next: Values, changed: readonly string[]): void => {
    setValues(next);
    shown.edit(options.affectedBy?.(changed) ?? changed);
  };
  return {
    ...shown,
    values,
    isBusy,
    refuse,
    change: (next) => change({ ...values, ...next }, Object.keys(next)),
    text: (name) => ({
      error: shown.errors[name],
      control: {
        'data-field': name,
        value: String(values[name]),
        onChange: ({ target: { value } }) => change({ ...values, [name]: value }, [name]),
      },
    }),
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
