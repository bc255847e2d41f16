import type { ComponentProps, ReactElement, ReactNode } from 'react';

import type { FieldErrors } from '../../../platform/form/use-form.ts';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/form/input.tsx';

interface TextFieldProps<Name extends string> extends Omit<
  ComponentProps<'input'>,
  'form' | 'onChange'
> {
  readonly field: Name;
  readonly label: string;
  readonly help?: ReactNode;
  readonly form: Readonly<Record<NoInfer<Name>, string>>;
  readonly errors: FieldErrors<NoInfer<Name>>;
  readonly onChange: (change: Readonly<Record<NoInfer<Name>, string>>) => void;
  readonly clean?: (typed: string) => string;
}

/** A text of a form, in the field of its name. `className` is the field's. */
export function TextField<Name extends string>(props: TextFieldProps<Name>): ReactElement {
  const { field, label, help, form, errors, onChange, clean, className, ...input } = props;
  return (
    <Field label={label} help={help} error={errors[field]} className={className}>
      <Input
        {...input}
        data-field={field}
        value={form[field]}
        onChange={({ target: { value } }) =>
          onChange({ [field]: clean?.(value) ?? value } as Readonly<Record<Name, string>>)
        }
      />
    </Field>
  );
}
