import { useState, type FormEvent, type ReactElement } from 'react';

import { MESSAGES } from '../../../../contract/messages.ts';
import { majorToMinor } from '../../../../contract/money.ts';
import { formatExactMinor } from '../../../ui/text/format-exact.ts';
import { payVoucher } from '../../../domain/payments/pay-voucher.ts';
import {
  checkPayment,
  NO_PAYMENT,
  WALLET_METHOD,
  type PaymentErrors,
} from '../../../domain/payments/payment-choice.ts';
import { useAskedFields } from '../../../domain/payments/use-asked-fields.ts';
import { usePaymentMeans } from '../../../domain/payments/use-payment-means.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Button } from '../../../ui/action/button.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { PaymentPicker } from '../../../domain/payments/payment-picker.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { toast } from '../../../platform/toast-store.ts';
import type { VoucherSheetProps } from './card-sheet.ts';

/** Pays for a voucher that was made but not paid. */
export function PayVoucher({ voucher, onDone }: VoucherSheetProps): ReactElement {
  const { purpose, ulid, amount, currency } = voucher;
  const means = usePaymentMeans(currency);
  const [form, setForm] = useState(NO_PAYMENT);
  const [errors, setErrors] = useState<PaymentErrors>({});
  const [message, setMessage] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const asked = useAskedFields(form.methodId);
  const charge = means.chargeFor({ purpose, amountMinor: majorToMinor(amount) ?? 0n, currency });
  const balanceMinor = means.balanceIn(currency);
  const { methods } = means;
  if (!methods) {
    return means.failure ? (
      <ErrorState message={means.failure.message} onRetry={means.retry} />
    ) : (
      <Skeleton shape="block" height="14rem" />
    );
  }
  const isWallet = form.methodId === WALLET_METHOD;
  const total = isWallet ? charge.walletMinor : charge.processorMinor;

  const pay = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    const check = checkPayment(form, { methods, asked, charge, balanceMinor });
    setErrors(check.ok ? {} : check.errors);
    setMessage(undefined);
    if (!check.ok) return;
    setIsBusy(true);
    const start = await payVoucher({ ulid, amount, currency }, check.choice);
    // The button stays busy until the checkout is there.
    if (start.kind === 'leaving') return;
    setIsBusy(false);
    if (start.kind === 'failed') return setMessage(start.failure.message);
    toast(MESSAGES.paymentSuccessful, { kind: 'success' });
    onDone();
  };
  return (
    <form className="stack g4" noValidate onSubmit={(event) => void pay(event)}>
      <PaymentPicker
        legend="Payment method"
        methods={methods}
        asked={asked}
        form={form}
        errors={errors}
        onChange={(change) => {
          setForm({ ...form, ...change });
          setErrors({});
        }}
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
      {message !== undefined && <Alert tone="bad">{message}</Alert>}
      <Button type="submit" variant="primary" size="lg" block loading={isBusy}>
        {form.methodId === '' ? 'Pay' : `Pay ${formatExactMinor(total, currency)}`}
      </Button>
    </form>
  );
}
