import { useState, type ReactElement } from 'react';

import type { User } from '../../../../../contract/accounts.ts';
import { type Currency, CURRENCIES, isCurrency } from '../../../../../contract/money.ts';
import { readViewerRates, type ViewerRates } from '../../../../shared/rates/viewer-rates.ts';
import { readUser } from '../../../../../local/queries/user-and-region.ts';
import type { WalletRow } from '../../../../../local/rows.ts';
import { HELD_TICK_MS, useSpendable, type Spendable } from '../../../../shared/wallet/held.tsx';
import { useNow } from '../../../../platform/clock/use-now.ts';
import { useLive } from '../../../../platform/live/use-live.ts';
import { cx } from '../../../../ui/cx.ts';
import { Skeleton } from '../../../../ui/feedback/skeleton.tsx';
import { useKeepOpen } from '../../../../ui/overlay/use-modal.ts';
import { Sheet } from '../../../../ui/overlay/sheet.tsx';
import { MoneyStop } from '../../../../shared/accounts/money-stop.tsx';
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
import steps from '../../../../shared/wallet/money-steps.module.css';
import { useOrderForm } from '../../../../shared/wallet/money-order.ts';
import { ratesAge, rateNote } from '../../../../shared/rates/rate-text.ts';
import { useConverted } from '../../../../shared/rates/use-converted.ts';
import type { Form } from '../../../../platform/form/use-form.ts';
import { Field } from '../../../../ui/form/field.tsx';
import { Select } from '../../../../ui/form/input.tsx';
import { formatExact } from '../../../../ui/text/format-money.ts';
import { OrderForm } from '../../../../shared/wallet/money-steps.tsx';
import { walletText } from '../../../../shared/wallet/amounts.ts';
import { SpendField } from '../../../../shared/wallet/money-field.tsx';

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
      user: (await readUser(db))?.user,
    }),
    [],
  );
  return (
    <Sheet open={open} onClose={onClose} title="Exchange">
      <div className={cx(css['content'], css['exchange'])}>
        {read.phase === 'loading' || !wallets ? (
          <Skeleton height="20rem" />
        ) : read.data.user?.email_verified === false ? (
          <Unverified />
        ) : (
          <Exchange {...rest} {...read.data} wallets={wallets} onClose={onClose} />
        )}
      </div>
    </Sheet>
  );
}

interface ExchangeProps extends Pick<ExchangeSheetProps, 'home' | 'start' | 'onClose'> {
  readonly wallets: readonly WalletRow[];
  readonly viewer: ViewerRates;
  readonly user: User | undefined;
}

function Exchange(props: ExchangeProps): ReactElement {
  const { home, start, wallets, viewer, user, onClose } = props;
  const draft = useState(() => start ?? emptyExchange(home, wallets));
  const [values] = draft;
  const spendable = useSpendable(wallets, values.from);
  const { form, order: exchanging } = useOrderForm(
    {
      fields: EXCHANGE_FIELDS,
      state: draft,
      check: checkExchange(values, spendable),
      affectedBy: (changed) => (changed.includes('amount') ? changed : EXCHANGE_FIELDS),
      errorsOf: fieldErrors,
    },
    EXCHANGE,
  );
  const { state, review, send, correct } = exchanging;
  useKeepOpen(state.phase === 'sending');

  if (state.phase === 'reviewing') {
    return (
      <ExchangeReview
        key={state.order.quote.quote_id}
        quoted={state.order}
        review={review}
        send={send}
        correct={correct}
      />
    );
  }
  if ('order' in state) return <ExchangeEnd state={state} send={send} onClose={onClose} />;
  return (
    <div className={steps['step']}>
      <MoneyStop user={user} />
      <ExchangeFields
        wallets={wallets}
        viewer={viewer}
        spendable={spendable}
        form={form}
        isAsking={state.phase === 'checking'}
        isReturn={exchanging.isReturn}
      />
    </div>
  );
}

interface ExchangeFieldsProps {
  readonly wallets: readonly WalletRow[];
  readonly viewer: ViewerRates;
  /** Of the chosen currency. */
  readonly spendable: Spendable;
  readonly form: Form<ExchangeField, ExchangeForm>;
  readonly isAsking: boolean;
  readonly isReturn: boolean;
}

function ExchangeFields(props: ExchangeFieldsProps): ReactElement {
  const { wallets, viewer, spendable, form, isAsking, isReturn } = props;
  const { values, change } = form;
  const { from, to } = values;
  const now = useNow(HELD_TICK_MS);
  const converted = useConverted(values, viewer.readAtMs);
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
        form={form}
        wallets={wallets}
        onChange={(next) => change({ from: next, amount: '', ...(next === to && { to: from }) })}
      />
      <SpendField
        {...form.text('amount')}
        {...spendable}
        verb="exchanged"
        currency={from}
        all={spendable.balance > 0 ? spendable.balance : undefined}
      />
      <CurrencyChoice
        label="To"
        field="to"
        form={form}
        wallets={wallets}
        onChange={(next) =>
          change({ to: next, ...(next === from && { from: otherThan(next, to), amount: '' }) })
        }
      />
      <p className="sm muted">
        {converted &&
          converted.gets > 0 &&
          `About ${formatExact(converted.gets, to)}, before the exchange fee. `}
        {rateNote(converted, from, to, ratesAge(viewer, now))}
      </p>
    </OrderForm>
  );
}

interface CurrencyChoiceProps {
  readonly label: string;
  readonly field: 'from' | 'to';
  readonly form: ExchangeFieldsProps['form'];
  readonly wallets: readonly WalletRow[];
  readonly onChange: (currency: Currency) => void;
}

function CurrencyChoice(props: CurrencyChoiceProps): ReactElement {
  const { label, field, form, wallets, onChange } = props;
  return (
    <Field label={label} {...form.text(field)}>
      <Select
        onChange={({ target }) => isCurrency(target.value) && onChange(target.value)}
        options={CURRENCIES.map((currency) => [currency, walletText(wallets, currency)])}
      />
    </Field>
  );
}
