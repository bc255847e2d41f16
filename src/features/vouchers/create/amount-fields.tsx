import { useState, type ReactElement } from 'react';

import { errorMessage } from '../../../../contract/errors.ts';
import {
  amountOf,
  CURRENCIES,
  type Currency,
  currencySymbol,
  isCurrency,
  majorToMinor,
} from '../../../../contract/money.ts';
import { Converter } from '../../../shared/rates/lazy-converter.ts';
import { Button, TextButton } from '../../../ui/action/button.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { AmountInput, Select } from '../../../ui/form/input.tsx';
import { Card } from '../../../ui/layout/layout.tsx';
import { formatExact } from '../../../ui/text/format-money.ts';
import css from './amount-fields.module.css';

export interface AmountForm {
  /** Decimal text in major units. */
  readonly amount: string;
  readonly currency: Currency;
}

export function amountMinorOf({ amount }: Pick<AmountForm, 'amount'>): bigint | undefined {
  const minor = majorToMinor(amountOf(amount));
  return minor !== undefined && minor > 0n ? minor : undefined;
}

/** What is wrong with an amount, in words. @param minimum major units */
export function amountProblem(form: AmountForm, minimum: number): string | undefined {
  const minor = amountMinorOf(form);
  if (minor !== undefined && minor >= (majorToMinor(minimum) ?? 0n)) return undefined;
  return errorMessage('below_minimum', { symbol: currencySymbol(form.currency), min: minimum });
}

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
            options={CURRENCIES.map((one) => [one, one])}
          />
        </Field>
      </div>
      <ConvertAmount currency={currency} onUse={(next) => onChange({ amount: next })} />
    </div>
  );
}

interface ConvertAmountProps {
  readonly currency: Currency;
  /** Decimal text in major units. */
  readonly onUse: (amount: string) => void;
}

function ConvertAmount({ currency, onUse }: ConvertAmountProps): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="stack g2">
      <p>
        <TextButton aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          Convert from another currency
        </TextButton>
      </p>
      {isOpen && (
        <Card aria-label="Converter">
          <Converter key={currency} to={currency} before={<Skeleton height="14rem" />}>
            {({ gets }) => {
              // As the amount's field takes it: whole in local currencies.
              const amount = currency === 'USD' ? gets : Math.trunc(gets);
              return (
                <Button
                  block
                  disabled={amount === 0}
                  onClick={() => {
                    onUse(String(amount));
                    setIsOpen(false);
                  }}
                >
                  {amount === 0 ? 'Use this amount' : `Use ${formatExact(amount, currency)}`}
                </Button>
              );
            }}
          </Converter>
        </Card>
      )}
    </div>
  );
}
