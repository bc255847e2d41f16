import type { ReactElement } from 'react';

import type { ExpiryForm } from './expiry-form.ts';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/form/input.tsx';
import { SwitchRow } from '../../../ui/form/choice.tsx';

export interface ExpiryFieldsProps {
  readonly form: ExpiryForm;
  readonly note: string;
  readonly label: string;
  readonly error: string | undefined;
  readonly onChange: (change: Partial<ExpiryForm>) => void;
  readonly className?: string | undefined;
}

export function ExpiryFields(props: ExpiryFieldsProps): ReactElement {
  const { form, note, label, error, onChange, className } = props;
  return (
    <>
      <SwitchRow
        label="Expiry date"
        note={note}
        checked={form.doesExpire}
        onChange={({ target }) => onChange({ doesExpire: target.checked })}
      />
      {form.doesExpire && (
        <Field label={label} error={error} className={className}>
          <Input
            data-field="expiresAt"
            type="datetime-local"
            value={form.expiresAt}
            onChange={({ target }) => onChange({ expiresAt: target.value })}
          />
        </Field>
      )}
    </>
  );
}
