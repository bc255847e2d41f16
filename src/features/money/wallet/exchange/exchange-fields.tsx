import type { ReactElement } from 'react';

import { errorMessage } from '../../../../../contract/errors.ts';
import { CURRENCIES, isCurrency, type Currency } from '../../../../../contract/money.ts';
import type { WalletRow } from '../../../../../local/rows.ts';
import { ratesAge, rateNote } from '../../../../shared/rates/rate-text.ts';
import { useConverted } from '../../../../shared/rates/use-converted.ts';
import type { ViewerRates } from '../../../../shared/rates/viewer-rates.ts';
import { heldIn, HeldNotes } from '../../../../shared/wallet/held.tsx';
import { useConnectivity } from '../../../../platform/connectivity.ts';
import { focusOnArrival, type Form } from '../../../../platform/form/use-form.ts';
import { Button } from '../../../../ui/action/button.tsx';
import { Alert } from '../../../../ui/feedback/alert.tsx';
import { Field } from '../../../../ui/form/field.tsx';
import { Select } from '../../../../ui/form/input.tsx';
import { formatExact } from '../../../../ui/text/format-money.ts';
import { MoneyField } from '../../../../shared/wallet/money-field.tsx';
import {
  otherThan,
  quickExchanges,
  type ExchangeField,
  type ExchangeForm,
} from './exchange-form.ts';
import css from '../money-sheet.module.css';

export interface ExchangeFieldsProps {
  readonly wallets: readonly WalletRow[];
  readonly viewer: ViewerRates;
  /** Major units of the chosen currency. */
  readonly balance: number;
  readonly nowMs: number;
  readonly form: Form<ExchangeField, ExchangeForm>;
  readonly isAsking: boolean;
  readonly isReturn: boolean;
}

export function ExchangeFields(props: ExchangeFieldsProps): ReactElement {
  const { wallets, viewer, nowMs, form, isAsking, isReturn } = props;
  const { ref, values, errors, failure, change, onSubmit } = form;
  const isOffline = useConnectivity() === 'offline';
  return (
    <form ref={ref} className={css['step']} noValidate onSubmit={onSubmit}>
      <CurrencyChoice
        label="From"
        field="from"
        value={values.from}
        error={errors.from}
        wallets={wallets}
        onChange={(from) =>
          change({ from, amount: '', ...(from === values.to && { to: values.from }) })
        }
      />
      <HowMuch {...props} />
      <CurrencyChoice
        label="To"
        field="to"
        value={values.to}
        error={errors.to}
        wallets={wallets}
        onChange={(to) =>
          change({
            to,
            ...(to === values.from && { from: otherThan(to, values.to), amount: '' }),
          })
        }
      />
      <Estimate form={values} viewer={viewer} now={new Date(nowMs)} />
      {failure && <Alert tone="bad">{failure.message}</Alert>}
      {isOffline && <Alert tone="warn">{errorMessage('offline')}</Alert>}
      <Button
        ref={isReturn ? focusOnArrival : undefined}
        type="submit"
        variant="primary"
        size="lg"
        block
        loading={isAsking}
        loadingLabel="Getting the rate"
        disabled={isOffline}
      >
        Get the rate
      </Button>
    </form>
  );
}

function HowMuch(props: ExchangeFieldsProps): ReactElement {
  const { wallets, balance, nowMs, form } = props;
  const { from, amount } = form.values;
  const wallet = wallets.find(({ currency }) => currency === from);
  const held = heldIn(wallet, nowMs);
  return (
    <>
      <HeldNotes held={held} currency={from} />
      <MoneyField
        help={`${held.length > 0 ? 'Can be exchanged now:' : 'Balance'} ${formatExact(balance, from)}`}
        error={form.errors.amount}
        value={amount}
        onChange={(next) => form.change({ amount: next })}
        currency={from}
        quick={quickExchanges(balance, from)}
        all={balance > 0 ? balance : undefined}
      />
    </>
  );
}

interface CurrencyChoiceProps {
  readonly label: string;
  readonly field: ExchangeField;
  readonly value: Currency;
  readonly error: string | undefined;
  readonly wallets: readonly WalletRow[];
  readonly onChange: (currency: Currency) => void;
}

function CurrencyChoice(props: CurrencyChoiceProps): ReactElement {
  const { label, field, value, error, wallets, onChange } = props;
  return (
    <Field label={label} error={error}>
      <Select
        data-field={field}
        value={value}
        onChange={({ target }) => isCurrency(target.value) && onChange(target.value)}
      >
        {CURRENCIES.map((currency) => {
          const amount = wallets.find((wallet) => wallet.currency === currency)?.amount ?? 0;
          return (
            <option key={currency} value={currency}>
              {`${currency} · ${formatExact(amount, currency)}`}
            </option>
          );
        })}
      </Select>
    </Field>
  );
}

function Estimate({
  form,
  viewer,
  now,
}: {
  readonly form: ExchangeForm;
  readonly viewer: ViewerRates;
  readonly now: Date;
}): ReactElement {
  const { from, to } = form;
  const converted = useConverted(form, viewer.readAtMs);
  return (
    <p className="sm muted">
      {converted &&
        converted.gets > 0 &&
        `About ${formatExact(converted.gets, to)}, before the exchange fee. `}
      {rateNote(converted, from, to, ratesAge(viewer, now))}
    </p>
  );
}
