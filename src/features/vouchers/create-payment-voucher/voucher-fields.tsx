import type { ReactElement } from 'react';

import { CODE_LENGTH } from '../../../../contract/constants.ts';
import { currencySymbol } from '../../../../contract/money.ts';
import { AmountFields as Amount } from '../create/amount-fields.tsx';
import { Card } from '../../../ui/layout/layout.tsx';
import { ExpiryFields } from '../expiry/expiry-fields.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/form/input.tsx';
import { SwitchRow } from '../../../ui/form/choice.tsx';
import { minimumOf, type PaymentVoucherForm, type VoucherErrors } from './payment-voucher-form.ts';
import css from './payment-voucher.module.css';

export interface VoucherFieldsProps {
  readonly form: PaymentVoucherForm;
  readonly errors: VoucherErrors;
  readonly onChange: (change: Partial<PaymentVoucherForm>) => void;
}

export function AmountFields({ form, errors, onChange }: VoucherFieldsProps): ReactElement {
  const minimum = `${currencySymbol(form.currency)}${minimumOf(form.currency)}`;
  return (
    <Amount
      label="Amount"
      help={`Minimum ${minimum}. The code has ${CODE_LENGTH} digits, hidden until you show them.`}
      form={form}
      error={errors.amount}
      onChange={onChange}
    />
  );
}

export function TermFields({ form, errors, onChange }: VoucherFieldsProps): ReactElement {
  return (
    <Card className={css['terms']} aria-label="Options">
      <SwitchRow
        label="Private voucher"
        note="Only people with the link can see it"
        checked={form.isPrivate}
        onChange={({ target }) => onChange({ isPrivate: target.checked })}
      />
      <SwitchRow
        label="Restrict recipient"
        note="One e-mail address can claim it"
        checked={form.isRestricted}
        onChange={({ target }) => onChange({ isRestricted: target.checked })}
      />
      {form.isRestricted && (
        <Field label="Recipient e-mail" error={errors.recipient} className={css['inner']}>
          <Input
            data-field="recipient"
            type="email"
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            placeholder="name@mail.com"
            value={form.recipient}
            onChange={({ target }) => onChange({ recipient: target.value })}
          />
        </Field>
      )}
      <SwitchRow
        label="Two-factor protection"
        note="Redeeming needs a code that is sent to you"
        checked={form.hasTwoFactor}
        onChange={({ target }) => onChange({ hasTwoFactor: target.checked })}
      />
      <ExpiryFields
        form={form}
        note="Unused money returns to your wallet then"
        label="Expires on"
        error={errors.expiresAt}
        onChange={onChange}
        className={css['inner']}
      />
    </Card>
  );
}
