import type { ReactElement } from 'react';

import { currencySymbol } from '../../../../contract/money.ts';
import type { VoucherType } from '../../../../contract/vouchers.ts';
import { minimumMajorOf } from '../../../../contract/vouchers/entry-rule.ts';
import { AmountFields } from '../create/amount-fields.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input, Select } from '../../../ui/form/input.tsx';
import type { GiveawayErrors, GiveawayForm } from './giveaway-form.ts';

export interface GiveawayPartProps {
  readonly form: GiveawayForm;
  readonly errors: GiveawayErrors;
  readonly onChange: (change: Partial<GiveawayForm>) => void;
}

const TYPE_NAMES: Readonly<Record<VoucherType, string>> = {
  goodies: 'Goodies',
  mobile: 'Mobile airtime',
  digital: 'Digital',
};

const isType = (value: string): value is VoucherType => Object.hasOwn(TYPE_NAMES, value);

export function GiveawayPrize({ form, errors, onChange }: GiveawayPartProps): ReactElement {
  const { type, currency, network } = form;
  return (
    <>
      <AmountFields
        label="Prize"
        help={`At least ${currencySymbol(currency)}${minimumMajorOf(currency)}. The winner receives all of it.`}
        form={form}
        error={errors.amount}
        onChange={onChange}
      />
      <Field label="Type">
        <Select
          value={type}
          onChange={({ target }) => isType(target.value) && onChange({ type: target.value })}
        >
          {Object.entries(TYPE_NAMES).map(([one, name]) => (
            <option key={one} value={one}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      {type === 'mobile' && (
        <Field label="Network" help="Shown on the cover, such as MTN." error={errors.network}>
          <Input
            data-field="network"
            value={network}
            maxLength={24}
            onChange={({ target }) => onChange({ network: target.value })}
          />
        </Field>
      )}
    </>
  );
}
