import { useState, type FormEvent, type ReactElement } from 'react';

import { QUICK_AMOUNTS_MAJOR, TOPUP_MAX_MAJOR } from '../../../../../contract/constants.ts';
import { errorMessage } from '../../../../../contract/errors.ts';
import type { Currency } from '../../../../../contract/money.ts';
import type { Failure, Result } from '../../../../../contract/result.ts';
import type { PaymentMethod } from '../../../../../contract/wallet.ts';
import { PaymentTrouble } from '../../../../shared/payments/payment-trouble.tsx';
import { startAtCheckout } from '../../../../shared/payments/payment-start.ts';
import { readCheckout } from '../../../../../local/queries/money.ts';
import { formAgain, type PayAgain } from '../../../../shared/payments/pay-again.ts';
import { NO_PAYMENT } from '../../../../shared/payments/payment-choice.ts';
import { useCheckout } from '../../../../shared/payments/use-checkout.ts';
import { useFormErrors } from '../../../../platform/form/use-form-errors.ts';
import { useLive } from '../../../../platform/live/use-live.ts';
import { formatExact } from '../../../../ui/text/format-money.ts';
import { MoneyFacts } from '../../../../shared/wallet/money-facts.tsx';
import { MoneyField } from '../../../../shared/wallet/money-field.tsx';
import { useConnectivity } from '../../../../platform/connectivity.ts';
import { callWorker } from '../../../../platform/worker/data-worker.ts';
import type { AskedField } from '../../../../shared/payments/payment-choice.ts';
import { useAskedFields } from '../../../../shared/payments/use-asked-fields.ts';
import type { RefreshState } from '../../../../platform/live/use-refresh.ts';
import { Alert } from '../../../../ui/feedback/alert.tsx';
import { ErrorState } from '../../../../ui/feedback/states.tsx';
import { Button } from '../../../../ui/action/button.tsx';
import { MethodFields } from '../../../../shared/payments/method-fields.tsx';
import { FieldGroup } from '../../../../ui/form/field.tsx';
import { RadioRow } from '../../../../ui/form/choice.tsx';
import { Sheet } from '../../../../ui/overlay/sheet.tsx';
import { Skeleton } from '../../../../ui/feedback/skeleton.tsx';
import { MethodIcon, methodNote } from '../payment-methods.tsx';
import {
  amountFrom,
  checkTopUp,
  chosenMethod,
  TOP_UP_FIELDS,
  type TopUpErrors,
  type TopUpForm,
} from './top-up-form.ts';

/** How the form begins. */
export interface TopUpStart {
  /** Id of the method that is chosen at first, or '' for the region's own. */
  readonly methodId: string;
  /** Decimal text in major units, '' for none. */
  readonly amount: string;
  /** A declined top-up that is begun again. */
  readonly again: PayAgain | undefined;
}

export interface TopUpSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly currency: Currency;
  /** Undefined until they were fetched once. */
  readonly methods: readonly PaymentMethod[] | undefined;
  /** How fetching them goes. */
  readonly refresh: RefreshState;
  readonly onRetry: () => void;
  readonly start: TopUpStart;
}

/** The server's own words for a field; none when it spoke of the whole. */
function fieldErrorsOf({ code, fields, message }: Failure): TopUpErrors {
  if (code === 'phone_required') return { phone: message };
  const [amount, phone] = [fields?.['amount']?.[0], fields?.['phone']?.[0]];
  return { ...(amount && { amount }), ...(phone && { phone }) };
}

/** Fills the wallet: how much, and by whom it is to be collected. */
export function TopUpSheet(props: TopUpSheetProps): ReactElement {
  const { open, onClose, methods } = props;
  return (
    <Sheet open={open} onClose={onClose} title="Top up">
      {methods === undefined ? (
        <UnknownMethods {...props} />
      ) : (
        <StartedTopUp {...props} methods={methods} />
      )}
    </Sheet>
  );
}

type KnownProps = Pick<TopUpSheetProps, 'currency' | 'start'> & {
  readonly methods: readonly PaymentMethod[];
};

/** With what was entered for a top-up that was declined. */
function StartedTopUp({ currency, methods, start }: KnownProps): ReactElement {
  const { methodId, amount, again } = start;
  const reference = again?.reference ?? '';
  const read = useLive(readCheckout, [reference]);
  if (read.phase === 'loading') return <Skeleton shape="block" height="16rem" />;
  const entered = read.data;
  const initial: TopUpForm =
    again && entered
      ? { amount: String(entered.amount), ...formAgain(entered, again.how, methods) }
      : { ...NO_PAYMENT, amount: amountFrom(amount), methodId };
  return <TopUp currency={currency} methods={methods} initial={initial} />;
}

/** Nothing can be paid with until the region's methods have been fetched once. */
function UnknownMethods({
  refresh,
  onRetry,
}: Pick<TopUpSheetProps, 'refresh' | 'onRetry'>): ReactElement {
  const isOffline = useConnectivity() === 'offline';
  if (isOffline) return <Alert tone="warn">{errorMessage('offline')}</Alert>;
  return refresh.phase === 'failed' ? (
    <ErrorState message={refresh.error.message} onRetry={onRetry} />
  ) : (
    <Skeleton shape="block" height="16rem" />
  );
}

interface MethodChoiceProps {
  readonly methods: readonly PaymentMethod[];
  readonly asked: readonly AskedField[];
  readonly form: TopUpForm;
  readonly errors: TopUpErrors;
  readonly onChange: (change: Partial<TopUpForm>) => void;
}

function MethodChoice({ methods, asked, form, errors, onChange }: MethodChoiceProps): ReactElement {
  const method = chosenMethod(methods, form);
  return (
    <>
      <FieldGroup legend="Pay with" error={errors.method}>
        {methods.map((one) => (
          <RadioRow
            key={one.id}
            name="method"
            data-field="method"
            label={one.name}
            note={methodNote(one)}
            icon={<MethodIcon icon={one.icon} />}
            checked={one.id === method?.id}
            onChange={() => onChange({ methodId: one.id, provider: '' })}
          />
        ))}
      </FieldGroup>
      <MethodFields method={method} asked={asked} form={form} errors={errors} onChange={onChange} />
    </>
  );
}

interface TopUpProps {
  readonly currency: Currency;
  readonly methods: readonly PaymentMethod[];
  readonly initial: TopUpForm;
}

/** What stands in the form, what is wrong with it, and what sending it does. */
function useTopUp({ currency, methods, initial }: TopUpProps) {
  const [form, setForm] = useState(initial);
  const [isBusy, setIsBusy] = useState(false);
  const asked = useAskedFields(chosenMethod(methods, form)?.id ?? '');
  const check = checkTopUp(form, { methods, asked, currency });
  const formErrors = useFormErrors(TOP_UP_FIELDS, check.ok ? {} : check.errors);
  const goToCheckout = useCheckout(() => setIsBusy(false));

  const change = (next: Partial<TopUpForm>): void => {
    setForm({ ...form, ...next });
    // What a method asks for is judged anew with the method.
    if ('methodId' in next) formErrors.edit('method', 'provider', 'phone');
    else formErrors.edit(...TOP_UP_FIELDS.filter((field) => field in next));
  };
  const pay = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy || !formErrors.check() || !check.ok) return;
    setIsBusy(true);
    const result = await callWorker((worker) => worker.initializeTopup(check.body));
    const start = result.ok ? startAtCheckout(result.value.authorization_url) : undefined;
    // The button stays busy until the checkout is there.
    if (start?.kind === 'checkout') return goToCheckout(start.url);
    setIsBusy(false);
    formErrors.refuse(...refusalOf(result));
  };
  return { form, asked, formErrors, isBusy, change, pay };
}

function TopUp(props: TopUpProps): ReactElement {
  const { currency, methods } = props;
  const { form, asked, formErrors, isBusy, change, pay } = useTopUp(props);
  const { ref, errors, failure } = formErrors;
  const isOffline = useConnectivity() === 'offline';
  return (
    <form ref={ref} className="stack" noValidate onSubmit={(event) => void pay(event)}>
      <MoneyField
        error={errors.amount}
        value={form.amount}
        onChange={(amount) => change({ amount })}
        currency={currency}
        decimals={0}
        quick={QUICK_AMOUNTS_MAJOR[currency]}
      />
      <MethodChoice methods={methods} asked={asked} form={form} errors={errors} onChange={change} />
      <MoneyFacts
        rows={[
          ['Fee', 'None from Goodies'],
          ['Limit', `Up to ${formatExact(TOPUP_MAX_MAJOR, currency)}`],
          ['Arrives', 'As soon as it is paid'],
        ]}
      />
      <PaymentTrouble failure={failure} isOffline={isOffline} />
      <Button type="submit" variant="primary" size="lg" block loading={isBusy} disabled={isOffline}>
        Continue to payment
      </Button>
    </form>
  );
}

/** What to say of a top-up that did not lead to a checkout. */
function refusalOf(result: Result<unknown>): [failure: Failure, ofFields?: TopUpErrors] {
  if (!result.ok) return [result.error, fieldErrorsOf(result.error)];
  const code = 'payment_initialize_failed';
  return [{ code, message: errorMessage(code) }];
}
