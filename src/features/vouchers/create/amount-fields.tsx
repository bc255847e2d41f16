import type { ReactElement } from 'react';

import { CURRENCIES, isCurrency } from '../../../../contract/money.ts';
import { AmountInput, Select } from '../../../ui/form/input.tsx';
import { Field } from '../../../ui/form/field.tsx';
import css from './amount-fields.module.css';
import { ConvertAmount } from './convert-amount.tsx';
import type { AmountForm } from './amount-form.ts';

export interface AmountFieldsProps {
  readonly label: string;
  readonly help: string;
  readonly form: AmountForm;
  readonly error: string | undefined;
  readonly onChange: (change: Partial<AmountForm>) => void;
}

export function AmountFields(props: AmountFieldsProps): ReactElement {
  const { label, help, form, error, onChange } = props;
  const { amount, currency } = form;
  return (
    <div className="stack g2">
      <div className={css['amount']}>
        <Field label={label} help={help} error={error}>
          <AmountInput
            data-field="amount"
            value={amount}
            currency={currency}
            decimals={currency === 'USD' ? 2 : 0}
            onValueChange={(next) => onChange({ amount: next })}
          />
        </Field>
        <Field label="Currency" className={css['currency']}>
          <Select
            value={currency}
            onChange={({ target }) => {
              if (isCurrency(target.value)) onChange({ currency: target.value, amount: '' });
            }}
          >
            {CURRENCIES.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <ConvertAmount currency={currency} onUse={(next) => onChange({ amount: next })} />
    </div>
  );
}
