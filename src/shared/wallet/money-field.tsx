import type { ReactElement, ReactNode } from 'react';

import type { Currency } from '../../../contract/money.ts';
import type { TextLink } from '../../platform/form/use-form.ts';
import { Pills, type PillOption } from '../../ui/action/pills.tsx';
import { AmountInput } from '../../ui/form/input.tsx';
import { Field } from '../../ui/form/field.tsx';
import { formatExact } from '../../ui/text/format-money.ts';
import { quickAmounts } from './amounts.ts';
import { HeldNotes, type Spendable } from './held.tsx';

export interface MoneyFieldProps extends TextLink {
  readonly help?: ReactNode;
  readonly currency: string;
  readonly decimals?: 0 | 2;
  /** Major units. */
  readonly quick?: readonly number[];
  /** Major units; undefined removes the 'All' choice. */
  readonly all?: number | undefined;
}

const textOf = (amount: number): string =>
  Number.isInteger(amount) ? String(amount) : amount.toFixed(2);

export function MoneyField(props: MoneyFieldProps): ReactElement {
  const { help, error, control, currency, decimals = 2, quick = [], all } = props;
  const { value } = control;
  const onChange = (next: string): void => control.onChange({ target: { value: next } });
  const options: PillOption<string>[] = quick
    .filter((amount) => amount !== all)
    .map((amount) => ({ value: textOf(amount), label: formatExact(amount, currency) }));
  if (all !== undefined) options.push({ value: textOf(all), label: 'All' });
  return (
    <div className="stack g2">
      <Field label="Amount" help={help} error={error} control={control}>
        <AmountInput
          value={value}
          currency={currency}
          decimals={decimals}
          onValueChange={onChange}
        />
      </Field>
      {options.length > 0 && (
        <Pills label="Quick choices" options={options} value={value} onChange={onChange} wrap />
      )}
    </div>
  );
}

interface SpendFieldProps extends Omit<MoneyFieldProps, 'help' | 'quick'>, Spendable {
  readonly currency: Currency;
  readonly verb: 'exchanged' | 'withdrawn';
}

export function SpendField({ balance, held, verb, ...rest }: SpendFieldProps): ReactElement {
  const { currency } = rest;
  const label = held.length > 0 ? `Can be ${verb} now:` : 'Balance';
  return (
    <>
      <HeldNotes held={held} currency={currency} />
      <MoneyField
        {...rest}
        help={`${label} ${formatExact(balance, currency)}`}
        quick={quickAmounts(rest.all ?? balance, currency)}
      />
    </>
  );
}
