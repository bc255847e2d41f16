import type { ReactElement } from 'react';

import { CURRENCIES, currencySymbol, isCurrency } from '../../../contract/money.ts';
import type { VoucherType } from '../../../contract/vouchers.ts';
import { AmountInput } from '../../ui/form/amount-input.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Input } from '../../ui/form/input.tsx';
import { Select } from '../../ui/form/select.tsx';
import { minimumOf, type GiveawayErrors, type GiveawayForm } from './giveaway-form.ts';

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

/** What kind of voucher, and how much is in it. */
export function GiveawayPrize({ form, errors, onChange }: GiveawayPartProps): ReactElement {
  const { type, currency, amount, network } = form;
  return (
    <>
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
      <Field label="Currency">
        <Select
          value={currency}
          onChange={({ target }) =>
            isCurrency(target.value) && onChange({ currency: target.value, amount: '' })
          }
        >
          {CURRENCIES.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label="Prize"
        help={`At least ${currencySymbol(currency)}${minimumOf(currency)}. The winner receives all of it.`}
        error={errors.amount}
      >
        <AmountInput
          data-field="amount"
          value={amount}
          currency={currency}
          decimals={currency === 'USD' ? 2 : 0}
          onValueChange={(next) => onChange({ amount: next })}
        />
      </Field>
    </>
  );
}
