import { useRef, useState, type FormEvent, type ReactElement } from 'react';

import { errorMessage } from '../../../../contract/errors.ts';
import type { Currency } from '../../../../contract/money.ts';
import type { Failure } from '../../../../contract/result.ts';
import type { PaymentMethod } from '../../../../contract/wallet.ts';
import { checkoutAddress } from '../../../domain/payments/checkout-address.ts';
import { useConnectivity } from '../../../platform/connectivity.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import type { AskedField } from '../../../domain/payments/payment-choice.ts';
import { useAskedFields } from '../../../domain/payments/use-asked-fields.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { AmountInput } from '../../../ui/form/amount-input.tsx';
import { Button } from '../../../ui/action/button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { MethodFields } from '../../../domain/payments/method-fields.tsx';
import { RadioRow } from '../../../ui/form/radio-row.tsx';
import { Sheet } from '../../../ui/overlay/sheet.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { MethodIcon, methodNote } from '../payment-methods.tsx';
import css from './top-up-sheet.module.css';
import { checkTopUp, chosenMethod, type TopUpErrors, type TopUpForm } from './top-up-form.ts';

export interface TopUpSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly currency: Currency;
  readonly methods: readonly PaymentMethod[] | undefined;
  /** Id of the method that is chosen at first, or '' for the region's own. */
  readonly preferred: string;
}

const EMPTY: TopUpForm = { amount: '', methodId: '', provider: '', phone: '' };

/** The server's own words for a field, else what it said as a whole. */
function errorsOf({ code, fields, message }: Failure): { errors: TopUpErrors; message?: string } {
  if (code === 'phone_required') return { errors: { phone: message } };
  const [amount, phone] = [fields?.['amount']?.[0], fields?.['phone']?.[0]];
  if (amount === undefined && phone === undefined) return { errors: {}, message };
  return { errors: { ...(amount && { amount }), ...(phone && { phone }) } };
}

/** Fills the wallet: how much, and by whom it is to be collected. */
export function TopUpSheet(props: TopUpSheetProps): ReactElement {
  const { open, onClose, currency, methods, preferred } = props;
  return (
    <Sheet open={open} onClose={onClose} title="Top up">
      {methods === undefined ? (
        <UnknownMethods />
      ) : (
        <TopUp currency={currency} methods={methods} preferred={preferred} />
      )}
    </Sheet>
  );
}

/** Nothing can be paid with until the region's methods have been fetched once. */
function UnknownMethods(): ReactElement {
  const isOffline = useConnectivity() === 'offline';
  return isOffline ? (
    <Alert tone="warn">{errorMessage('offline')}</Alert>
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
      <fieldset className="stack g2">
        <legend className={css['legend']}>Pay with</legend>
        {errors.method && <p className="sm bad">{errors.method}</p>}
        {methods.map((one) => (
          <RadioRow
            key={one.id}
            name="method"
            label={one.name}
            note={methodNote(one)}
            icon={<MethodIcon icon={one.icon} />}
            checked={one.id === method?.id}
            onChange={() => onChange({ methodId: one.id, provider: '' })}
          />
        ))}
      </fieldset>
      <MethodFields method={method} asked={asked} form={form} errors={errors} onChange={onChange} />
    </>
  );
}

interface TopUpProps {
  readonly currency: Currency;
  readonly methods: readonly PaymentMethod[];
  readonly preferred: string;
}

function TopUp({ currency, methods, preferred }: TopUpProps): ReactElement {
  const [form, setForm] = useState({ ...EMPTY, methodId: preferred });
  const [errors, setErrors] = useState<TopUpErrors>({});
  const [message, setMessage] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const isOffline = useConnectivity() === 'offline';
  const asked = useAskedFields(chosenMethod(methods, form)?.id ?? '');

  const showErrors = (next: TopUpErrors): void => {
    setErrors(next);
    const first = (['amount', 'provider', 'phone'] as const).find(
      (field) => next[field] !== undefined,
    );
    if (first) element.current?.querySelector<HTMLElement>(`[data-field="${first}"]`)?.focus();
  };
  const pay = async (): Promise<void> => {
    const check = checkTopUp(form, { methods, asked, currency });
    setMessage(undefined);
    if (!check.ok) return showErrors(check.errors);
    showErrors({});
    setIsBusy(true);
    const result = await callWorker((worker) => worker.initializeTopup(check.body));
    const address = result.ok ? checkoutAddress(result.value.authorization_url) : undefined;
    // The button stays busy until the checkout is there.
    if (address) return location.assign(address);
    setIsBusy(false);
    if (result.ok) return setMessage(errorMessage('payment_initialize_failed'));
    const said = errorsOf(result.error);
    setMessage(said.message);
    showErrors(said.errors);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isBusy) void pay();
  };
  return (
    <form ref={element} className="stack" noValidate onSubmit={submit}>
      {message && <Alert tone="bad">{message}</Alert>}
      <Field label="Amount" error={errors.amount}>
        <AmountInput
          data-field="amount"
          value={form.amount}
          currency={currency}
          onValueChange={(amount) => setForm({ ...form, amount })}
        />
      </Field>
      <MethodChoice
        methods={methods}
        asked={asked}
        form={form}
        errors={errors}
        onChange={(change) => setForm({ ...form, ...change })}
      />
      {isOffline && <Alert tone="warn">{errorMessage('offline')}</Alert>}
      <Button type="submit" variant="primary" size="lg" block loading={isBusy} disabled={isOffline}>
        Continue to payment
      </Button>
    </form>
  );
}
