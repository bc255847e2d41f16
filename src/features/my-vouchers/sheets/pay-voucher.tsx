import { useState, type FormEvent, type ReactElement } from 'react';

import { PAYMENT_MESSAGES } from '../../../../contract/payments/payment-messages.ts';
import { majorToMinor, minorToMajor } from '../../../../contract/money.ts';
import type { PaymentMethod } from '../../../../contract/wallet.ts';
import { readCheckout } from '../../../../local/queries/money.ts';
import { formatExact, formatExactMinor } from '../../../ui/text/format-exact.ts';
import { PaymentTrouble } from '../../../domain/payments/payment-trouble.tsx';
import { formAgain } from '../../../domain/payments/pay-again.ts';
import { payVoucher } from '../../../domain/payments/pay-voucher.ts';
import {
  checkPayment,
  NO_PAYMENT,
  PAYMENT_FIELDS,
  WALLET_METHOD,
  type PaymentField,
  type PaymentForm,
} from '../../../domain/payments/payment-choice.ts';
import { useAskedFields } from '../../../domain/payments/use-asked-fields.ts';
import { usePaymentMeans, type PaymentMeans } from '../../../domain/payments/use-payment-means.ts';
import { useBackFromCheckout } from '../../../domain/payments/use-back-from-checkout.ts';
import { useConnectivity } from '../../../platform/connectivity.ts';
import { useFormErrors } from '../../../platform/form/use-form-errors.ts';
import { useLive } from '../../../platform/live/use-live.ts';
import { TextLink } from '../../../ui/action/text-button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Button } from '../../../ui/action/button.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { PaymentPicker } from '../../../domain/payments/payment-picker.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { toast } from '../../../platform/toast-store.ts';
import type { VoucherSheetProps } from './card-sheet.ts';

/** Pays for a voucher that was made but not paid. */
export function PayVoucher(props: VoucherSheetProps): ReactElement {
  const { voucher, again } = props;
  const means = usePaymentMeans(voucher.currency);
  const reference = again?.reference ?? '';
  const read = useLive(async (db) => ({ entered: await readCheckout(db, reference) }), [reference]);
  const { methods } = means;
  if (!methods || read.phase === 'loading') {
    return means.failure ? (
      <ErrorState message={means.failure.message} onRetry={means.retry} />
    ) : (
      <Skeleton shape="block" height="14rem" />
    );
  }
  const initial = again ? formAgain(read.data.entered, again.how, methods) : NO_PAYMENT;
  return <PayForm {...props} means={means} methods={methods} initial={initial} />;
}

interface PayFormProps extends VoucherSheetProps {
  readonly means: PaymentMeans;
  readonly methods: readonly PaymentMethod[];
  readonly initial: PaymentForm;
}

/** What stands in the form, what is wrong with it, and what sending it does. */
function usePayForm({ voucher, means, methods, initial, onDone }: PayFormProps) {
  const { purpose, ulid, amount, currency } = voucher;
  const [form, setForm] = useState(initial);
  const [isBusy, setIsBusy] = useState(false);
  const asked = useAskedFields(form.methodId);
  const charge = means.chargeFor({ purpose, amountMinor: majorToMinor(amount) ?? 0n, currency });
  const balanceMinor = means.balanceIn(currency);
  const check = checkPayment(form, { methods, asked, charge, balanceMinor });
  const formErrors = useFormErrors<PaymentField>(PAYMENT_FIELDS, check.ok ? {} : check.errors);
  useBackFromCheckout(() => setIsBusy(false));

  const change = (next: Partial<PaymentForm>): void => {
    setForm({ ...form, ...next });
    formErrors.edit(...PAYMENT_FIELDS);
  };
  const pay = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy || !formErrors.check() || !check.ok) return;
    setIsBusy(true);
    const start = await payVoucher({ ulid, amount, currency }, check.choice);
    // The button stays busy until the checkout is there.
    if (start.kind === 'leaving') return;
    setIsBusy(false);
    if (start.kind === 'failed') return formErrors.refuse(start.failure);
    toast(PAYMENT_MESSAGES.paymentSuccessful, { kind: 'success' });
    onDone();
  };
  return { form, asked, charge, balanceMinor, formErrors, isBusy, change, pay };
}

function PayForm(props: PayFormProps): ReactElement {
  const { currency } = props.voucher;
  const { form, asked, charge, balanceMinor, formErrors, isBusy, change, pay } = usePayForm(props);
  const { ref, errors, failure } = formErrors;
  const isOffline = useConnectivity() === 'offline';
  const isWallet = form.methodId === WALLET_METHOD;
  const total = isWallet ? charge.walletMinor : charge.processorMinor;
  return (
    <form ref={ref} className="stack g4" noValidate onSubmit={(event) => void pay(event)}>
      <PaymentPicker
        legend="Payment method"
        methods={props.methods}
        asked={asked}
        form={form}
        errors={errors}
        onChange={change}
        currency={currency}
        charge={charge}
        balanceMinor={balanceMinor}
      />
      {isWallet && (
        <p className="xs muted">
          Wallet: {formatExactMinor(total - charge.walletFeeMinor, currency)} plus a fee of{' '}
          {formatExactMinor(charge.walletFeeMinor, currency)}.
        </p>
      )}
      {isWallet && balanceMinor !== undefined && balanceMinor < charge.neededMinor && (
        <Short
          missingMinor={charge.neededMinor - balanceMinor}
          currency={currency}
          isTopUp={currency === props.means.currency}
        />
      )}
      <PaymentTrouble failure={failure} isOffline={isOffline} />
      <Button type="submit" variant="primary" size="lg" block loading={isBusy} disabled={isOffline}>
        {form.methodId === '' ? 'Pay' : `Pay ${formatExactMinor(total, currency)}`}
      </Button>
    </form>
  );
}

interface ShortProps {
  /** What the wallet would have to hold besides, minor units. */
  readonly missingMinor: bigint;
  readonly currency: string;
  /** Whether a wallet in that currency can be topped up where the user lives. */
  readonly isTopUp: boolean;
}

/** Said as soon as the wallet is chosen, before anybody taps in vain. */
function Short({ missingMinor, currency, isTopUp }: ShortProps): ReactElement {
  // Whole units, as they are typed.
  const missing = Math.ceil(minorToMajor(missingMinor));
  const amount = formatExact(missing, currency);
  return (
    <Alert tone="warn">
      Your wallet is {amount} short.{' '}
      {isTopUp ? (
        <>
          <TextLink href={`/wallet?top_up=${missing}`}>Top up {amount}</TextLink> or pay another
          way.
        </>
      ) : (
        'Pay another way.'
      )}
    </Alert>
  );
}
