import { useState, type ReactElement } from 'react';

import { type Currency, CURRENCIES, isCurrency } from '../../../../../contract/money.ts';
import { readViewerRates, type ViewerRates } from '../../../../shared/rates/viewer-rates.ts';
import { readUser } from '../../../../../local/queries/user-and-region.ts';
import type { WalletRow } from '../../../../../local/rows.ts';
import { freeIn, HELD_TICK_MS, heldIn, HeldNotes } from '../../../../shared/wallet/held.tsx';
import { useNow } from '../../../../platform/clock/use-now.ts';
import { useLive } from '../../../../platform/live/use-live.ts';
import { cx } from '../../../../ui/cx.ts';
import { Skeleton } from '../../../../ui/feedback/skeleton.tsx';
import { useKeepOpen } from '../../../../ui/overlay/use-modal.ts';
import { Sheet } from '../../../../ui/overlay/sheet.tsx';
import { Unverified } from '../../../../shared/accounts/unverified.tsx';
import {
  checkExchange,
  emptyExchange,
  EXCHANGE_FIELDS,
  fieldErrors,
  type ExchangeForm,
  otherThan,
  type ExchangeField,
} from './exchange-form.ts';
import { ExchangeEnd, ExchangeReview, EXCHANGE } from './exchange-steps.tsx';
import css from '../money-sheet.module.css';
import { useOrderForm } from '../../../../shared/wallet/money-order.ts';
import { ratesAge, rateNote } from '../../../../shared/rates/rate-text.ts';
import { useConverted } from '../../../../shared/rates/use-converted.ts';
import type { Form } from '../../../../platform/form/use-form.ts';
import { Field } from '../../../../ui/form/field.tsx';
import { Select } from '../../../../ui/form/input.tsx';
import { formatExact } from '../../../../ui/text/format-money.ts';
import { OrderForm } from '../../../../shared/wallet/money-steps.tsx';
import { quickAmounts } from '../../../../shared/wallet/amounts.ts';
import { MoneyField } from '../../../../shared/wallet/money-field.tsx';

interface ExchangeSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly home: Currency;
  readonly wallets: readonly WalletRow[] | undefined;
  readonly start: ExchangeForm | undefined;
}

export function ExchangeSheet({
  open,
  onClose,
  wallets,
  ...rest
}: ExchangeSheetProps): ReactElement {
  const read = useLive(
    async (db) => ({
      viewer: await readViewerRates(db),
      isVerified: (await readUser(db))?.user.email_verified !== false,
    }),
    [],
  );
  return (
    <Sheet open={open} onClose={onClose} title="Exchange">
      <div className={cx(css['content'], css['exchange'])}>
        {read.phase === 'loading' || !wallets ? (
          <Skeleton shape="block" height="20rem" />
        ) : read.data.isVerified ? (
          <Exchange {...rest} wallets={wallets} viewer={read.data.viewer} onClose={onClose} />
        ) : (
          <Unverified />
        )}
      </div>
    </Sheet>
  );
}

interface ExchangeProps extends Pick<ExchangeSheetProps, 'home' | 'start' | 'onClose'> {
  readonly wallets: readonly WalletRow[];
  readonly viewer: ViewerRates;
}

function Exchange(props: ExchangeProps): ReactElement {
  const { home, start, wallets, viewer, onClose } = props;
  const draft = useState(() => start ?? emptyExchange(home, wallets));
  const [values] = draft;
  const nowMs = useNow(HELD_TICK_MS).getTime();
  const wallet = wallets.find(({ currency }) => currency === values.from);
  const balance = freeIn(wallet, nowMs);
  const { form, order: exchanging } = useOrderForm(
    {
      fields: EXCHANGE_FIELDS,
      state: draft,
      check: checkExchange(values, balance),
      affectedBy: (changed) => (changed.includes('amount') ? changed : EXCHANGE_FIELDS),
      errorsOf: fieldErrors,
    },
    EXCHANGE,
  );
  const { state, review, send, correct } = exchanging;
  useKeepOpen(state.phase === 'sending');

  switch (state.phase) {
    case 'reviewing':
      return (
        <ExchangeReview
          key={state.order.quote.quote_id}
          quoted={state.order}
          review={review}
          send={send}
          correct={correct}
        />
      );
    case 'sending':
    case 'unknown':
    case 'ended':
      return <ExchangeEnd state={state} send={send} onClose={onClose} />;
    case 'editing':
    case 'checking':
      break;
    default:
      return state satisfies never;
  }
  return (
    <ExchangeFields
      wallets={wallets}
      viewer={viewer}
      balance={balance}
      nowMs={nowMs}
      form={form}
      isAsking={state.phase === 'checking'}
      isReturn={exchanging.isReturn}
    />
  );
}

interface ExchangeFieldsProps {
  readonly wallets: readonly WalletRow[];
  readonly viewer: ViewerRates;
  /** Major units of the chosen currency. */
  readonly balance: number;
  readonly nowMs: number;
  readonly form: Form<ExchangeField, ExchangeForm>;
  readonly isAsking: boolean;
  readonly isReturn: boolean;
}

function ExchangeFields(props: ExchangeFieldsProps): ReactElement {
  const { wallets, viewer, nowMs, form, isAsking, isReturn } = props;
  const { values, errors, change } = form;
  return (
    <OrderForm
      form={form}
      isChecking={isAsking}
      isReturn={isReturn}
      checking="Getting the rate"
      action="Get the rate"
    >
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
    </OrderForm>
  );
}

function HowMuch(props: ExchangeFieldsProps): ReactElement {
  const { wallets, balance, nowMs, form } = props;
  const { from } = form.values;
  const wallet = wallets.find(({ currency }) => currency === from);
  const held = heldIn(wallet, nowMs);
  return (
    <>
      <HeldNotes held={held} currency={from} />
      <MoneyField
        help={`${held.length > 0 ? 'Can be exchanged now:' : 'Balance'} ${formatExact(balance, from)}`}
        {...form.text('amount')}
        currency={from}
        quick={quickAmounts(balance, from)}
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
        options={CURRENCIES.map((currency) => {
          const amount = wallets.find((wallet) => wallet.currency === currency)?.amount ?? 0;
          return [currency, `${currency} · ${formatExact(amount, currency)}`];
        })}
      />
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
