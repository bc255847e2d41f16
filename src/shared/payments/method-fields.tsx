import type { ReactElement } from 'react';

import type { PaymentMethod } from '../../../contract/wallet.ts';
import type { AskedField, PaymentForm } from './payment-choice.ts';
import { Field } from '../../ui/form/field.tsx';
import { Input, Select } from '../../ui/form/input.tsx';

/** What a method is told besides the amount. */
export type MethodDetails = Pick<PaymentForm, 'provider' | 'phone'>;

export interface MethodFieldsProps {
  /** Undefined while none is chosen. */
  readonly method: PaymentMethod | undefined;
  /** What the server says the method asks for. */
  readonly asked: readonly AskedField[];
  readonly form: MethodDetails;
  readonly errors: Readonly<Partial<Record<keyof MethodDetails, string>>>;
  readonly onChange: (change: Partial<MethodDetails>) => void;
}

/** The fields of a payment method: the network of a phone's account, and the phone's number. */
export function MethodFields(props: MethodFieldsProps): ReactElement {
  const { method, asked, form, errors, onChange } = props;
  const providers = method?.providers ?? [];
  const phone = asked.find(({ name }) => name === 'phone');
  return (
    <>
      {providers.length > 0 && (
        <Field label="Network" error={errors.provider}>
          <Select
            data-field="provider"
            value={form.provider}
            onChange={({ target }) => onChange({ provider: target.value })}
          >
            <option value="">Choose your network</option>
            {providers.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {(phone || errors.phone) && (
        <Field
          label={phone?.label ?? 'Phone number'}
          help={phone && `With or without ${phone.phone_code}.`}
          error={errors.phone}
        >
          <Input
            data-field="phone"
            type="tel"
            autoComplete="tel"
            value={form.phone}
            onChange={({ target }) => onChange({ phone: target.value })}
          />
        </Field>
      )}
    </>
  );
}
