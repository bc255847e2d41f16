/** What is wrong, by the name of the field. */
export type FieldErrors<Field extends string> = Readonly<Partial<Record<Field, string>>>;

/** Without what was said about fields that have changed since; the next try looks at everything again. */
export const withoutErrors = <Errors extends FieldErrors<string>>(
  errors: Errors,
  changed: readonly string[],
): Errors =>
  Object.fromEntries(
    Object.entries(errors).filter(([field]) => !changed.includes(field)),
  ) as unknown as Errors;

/**
 * The server's words on the form's fields, each as a sentence.
 * @param fieldOf the form's field for each of the request's; the rest is said beside the button
 */
export const serverErrors = <Field extends string>(
  fieldOf: Readonly<Record<string, Field>>,
  fields: Readonly<Record<string, readonly string[]>> = {},
): FieldErrors<Field> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, [message = '']]) => {
      const field = fieldOf[name];
      return field ? [[field, message.charAt(0).toUpperCase() + message.slice(1)]] : [];
    }),
  ) as FieldErrors<Field>;

/** Puts the focus on the control of a form's field. */
export const focusField = (form: HTMLFormElement | null, field: string): void =>
  form?.querySelector<HTMLElement>(`[data-field="${field}"]`)?.focus();
