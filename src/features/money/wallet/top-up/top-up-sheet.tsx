import { useState, type ReactElement } from 'react';
import { QUICK_AMOUNTS_MAJOR, TOPUP_MAX_MAJOR } from '../../../../../contract/constants.ts';
import { HOUR_MS } from '../../../../../contract/durations.ts';
import { errorMessage } from '../../../../../contract/errors.ts';
import type { Currency } from '../../../../../contract/money.ts';
import type { Failure } from '../../../../../contract/result.ts';
import type { PaymentMethod, TopupInitializeBody } from '../../../../../contract/wallet.ts';
import { PaymentPicker, PaymentTrouble } from '../../../../shared/payments/payment-picker.tsx';
import { startAtCheckout, useCheckout } from '../../../../shared/payments/checkout.ts';
import { readCheckout } from '../../../../../local/queries/money.ts';
import {
  formAgain,
  type PayAgain,
  NO_PAYMENT,
  PAYMENT_FIELDS,
} from '../../../../shared/payments/payment-choice.ts';
import { errorsIn, useForm, type FieldErrors } from '../../../../platform/form/use-form.ts';
import { useLive } from '../../../../platform/live/use-live.ts';
import { Facts } from '../../../../ui/display/facts.tsx';
import { formatExact } from '../../../../ui/text/format-money.ts';
import { MoneyField } from '../../../../shared/wallet/money-field.tsx';
import { HELD_TICK_MS, untilText } from '../../../../shared/wallet/held.tsx';
import { useNow } from '../../../../platform/clock/use-now.ts';
import { useConnectivity } from '../../../../platform/connectivity.ts';
import { callWorker } from '../../../../platform/worker/data-worker.ts';
import { useAskedFields } from '../../../../shared/payments/use-asked-fields.ts';
import type { RefreshState } from '../../../../platform/live/use-refresh.ts';
import { Alert } from '../../../../ui/feedback/alert.tsx';
import { Awaited } from '../../../../shared/awaited.tsx';
import { SubmitButton } from '../../../../ui/form/submit-button.tsx';
import { Sheet } from '../../../../ui/overlay/sheet.tsx';
import { Skeleton } from '../../../../ui/feedback/skeleton.tsx';
import {
  amountFrom,
  checkTopUp,
  TOP_UP_FIELDS,
  withMethod,
  type TopUpField,
  type TopUpForm,
} from './top-up-form.ts';

export interface TopUpStart {
  /** '' for the region's default. */
  readonly methodId: string;
  /** Decimal text in major units, '' for none. */
  readonly amount: string;
  readonly again: PayAgain | undefined;
}

export interface TopUpSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly currency: Currency;
  readonly methods: readonly PaymentMethod[] | undefined;
  readonly refresh: RefreshState;
  readonly onRetry: () => void;
  readonly start: TopUpStart;
  /** Undefined where it was not told. */
  readonly cardHoldHours?: number | undefined;
}

function fieldErrorsOf({ code, fields, message }: Failure): FieldErrors<TopUpField> {
  if (code === 'phone_required') return { phone: message };
  const [amount, phone] = [fields?.['amount']?.[0], fields?.['phone']?.[0]];
  return { ...(amount && { amount }), ...(phone && { phone }) };
}

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

type KnownProps = Pick<TopUpSheetProps, 'currency' | 'start' | 'cardHoldHours'> & {
  readonly methods: readonly PaymentMethod[];
};

function StartedTopUp({ currency, methods, start, cardHoldHours }: KnownProps): ReactElement {
  const { methodId, amount, again } = start;
  const reference = again?.reference ?? '';
  const read = useLive(readCheckout, [reference]);
  if (read.phase === 'loading') return <Skeleton height="16rem" />;
  const entered = read.data;
  const initial: TopUpForm =
    again && entered
      ? { amount: String(entered.amount), ...formAgain(entered, again.how, methods) }
      : { ...NO_PAYMENT, amount: amountFrom(amount), methodId };
  return <TopUp {...{ currency, methods, initial, cardHoldHours }} />;
}

function UnknownMethods({
  refresh,
  onRetry,
}: Pick<TopUpSheetProps, 'refresh' | 'onRetry'>): ReactElement {
  const isOffline = useConnectivity() === 'offline';
  if (isOffline) return <Alert tone="warn">{errorMessage('offline')}</Alert>;
  return <Awaited refresh={refresh} onRetry={onRetry} height="16rem" />;
}

interface TopUpProps extends Pick<TopUpSheetProps, 'currency' | 'cardHoldHours'> {
  readonly methods: readonly PaymentMethod[];
  readonly initial: TopUpForm;
}

/** Its page offers cards besides other ways. */
const takesCards = (method: PaymentMethod | undefined): boolean =>
  method !== undefined && method.icon !== 'smartphone';

function useCardNote(holdHours: number | undefined): string {
  const now = useNow(HELD_TICK_MS);
  if (holdHours === undefined) return 'Play at once, withdraw after 1 to 3 days';
  const until = new Date(now.getTime() + holdHours * HOUR_MS).toISOString();
  return `Play at once, withdraw from ${untilText({ until })}`;
}

function TopUp({ currency, methods, initial, cardHoldHours }: TopUpProps): ReactElement {
  const state = useState(initial);
  const [values] = state;
  const picked = withMethod(values, methods);
  const asked = useAskedFields(picked.methodId);
  const cardNote = useCardNote(cardHoldHours);
  const check = checkTopUp(values, { methods, asked, currency });
  const form = useForm<TopUpField, TopUpForm>({
    fields: TOP_UP_FIELDS,
    state,
    wrong: errorsIn(check),
    affectedBy: (changed) => (changed.includes('methodId') ? PAYMENT_FIELDS : changed),
    send: () => (check.ok ? pay(check.order) : undefined),
    errorsOf: fieldErrorsOf,
  });
  const goToCheckout = useCheckout(form.release);
  const pay = async (body: TopupInitializeBody): Promise<Failure | 'leaving'> => {
    const result = await callWorker((worker) => worker.initializeTopup(body));
    if (!result.ok) return result.error;
    const start = startAtCheckout(result.value.authorization_url);
    const code = 'payment_initialize_failed';
    if (start.kind !== 'checkout') return { code, message: errorMessage(code) };
    goToCheckout(start.url);
    return 'leaving';
  };
  const { ref, errors, failure, isBusy, change, onSubmit } = form;
  const isOffline = useConnectivity() === 'offline';
  return (
    <form ref={ref} className="stack" noValidate onSubmit={onSubmit}>
      <MoneyField
        {...form.text('amount')}
        currency={currency}
        decimals={0}
        quick={QUICK_AMOUNTS_MAJOR[currency]}
      />
      <PaymentPicker
        legend="Pay with"
        methods={methods}
        asked={asked}
        form={picked}
        errors={errors}
        onChange={change}
        currency={currency}
        cardNote="Card, bank transfer"
      />
      <Facts
        className="sm"
        rows={[
          ['Fee', 'None from Goodies'],
          ['Limit', `Up to ${formatExact(TOPUP_MAX_MAJOR, currency)}`],
          ['Arrives', 'As soon as it is paid'],
          ...(takesCards(methods.find(({ id }) => id === picked.methodId))
            ? [['Paid by card', cardNote] as const]
            : []),
        ]}
      />
      <PaymentTrouble failure={failure} />
      <SubmitButton loading={isBusy} disabled={isOffline}>
        Continue to payment
      </SubmitButton>
    </form>
  );
}
