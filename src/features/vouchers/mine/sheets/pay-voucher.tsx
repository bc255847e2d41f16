import type { ReactElement } from 'react';
import { PAYMENT_MESSAGES } from '../../../../../contract/payments/payment-messages.ts';
import { ok } from '../../../../../contract/result.ts';
import { majorToMinor, minorToMajor } from '../../../../../contract/money.ts';
import type { PaymentMethod } from '../../../../../contract/wallet.ts';
import { readCheckout } from '../../../../../local/queries/money.ts';
import { formatExact, formatExactMinor } from '../../../../ui/text/format-money.ts';
import { PaymentTrouble, PaymentPicker } from '../../../../shared/payments/payment-picker.tsx';
import {
  formAgain,
  NO_PAYMENT,
  WALLET_METHOD,
  type PaymentForm,
} from '../../../../shared/payments/payment-choice.ts';
import { payVoucher } from '../../create/pay-voucher.ts';
import { usePaymentForm } from '../../../../shared/payments/use-payment-form.ts';
import {
  usePaymentMeans,
  type PaymentMeans,
} from '../../../../shared/payments/use-payment-means.ts';
import { useConnectivity } from '../../../../platform/connectivity.ts';
import { useLive } from '../../../../platform/live/use-live.ts';
import { TextLink } from '../../../../ui/action/button.tsx';
import { SubmitButton } from '../../../../ui/form/submit-button.tsx';
import { Alert } from '../../../../ui/feedback/alert.tsx';
import { ErrorState } from '../../../../ui/feedback/states.tsx';
import { Skeleton } from '../../../../ui/feedback/skeleton.tsx';
import { useKeepOpen } from '../../../../ui/overlay/use-modal.ts';
import { toast } from '../../../../platform/toast-store.ts';
import type { VoucherSheetProps } from './card-sheet.ts';

export function PayVoucher(props: VoucherSheetProps): ReactElement {
  const { voucher, again } = props;
  const means = usePaymentMeans(voucher.currency, voucher.purpose);
  const reference = again?.reference ?? '';
  const read = useLive(readCheckout, [reference]);
  const { methods } = means;
  if (!methods || read.phase === 'loading') {
    return means.failure ? (
      <ErrorState message={means.failure.message} onRetry={means.retry} />
    ) : (
      <Skeleton height="14rem" />
    );
  }
  const initial = again ? formAgain(read.data, again.how, methods) : NO_PAYMENT;
  return <PayForm {...props} means={means} methods={methods} initial={initial} />;
}

interface PayFormProps extends VoucherSheetProps {
  readonly means: PaymentMeans;
  readonly methods: readonly PaymentMethod[];
  readonly initial: PaymentForm;
}

function PayForm({ voucher, means, methods, initial, onDone }: PayFormProps): ReactElement {
  const { purpose, ulid, amount, currency } = voucher;
  const charge = means.chargeFor({ purpose, amountMinor: majorToMinor(amount) ?? 0n, currency });
  const { balanceMinor, held } = means;
  const { form, picker } = usePaymentForm({
    methods,
    initial,
    charge,
    balanceMinor,
    pay: (choice) => payVoucher({ amount, currency }, Promise.resolve(ok({ ulid })), choice),
    onPaid: () => {
      toast(PAYMENT_MESSAGES.paymentSuccessful, { kind: 'success' });
      onDone();
    },
  });
  const { ref, values, failure, isBusy, onSubmit } = form;
  const isOffline = useConnectivity() === 'offline';
  const isWallet = values.methodId === WALLET_METHOD;
  // A checkout shows by itself what became of it.
  useKeepOpen(isBusy && isWallet);
  const total = isWallet ? charge.walletMinor : charge.processorMinor;
  const missingMinor = charge.neededMinor - (balanceMinor ?? charge.neededMinor);
  // Whole units, as they are typed.
  const missing = Math.ceil(minorToMajor(missingMinor));
  return (
    <form ref={ref} className="stack g4" noValidate onSubmit={onSubmit}>
      <PaymentPicker legend="Payment method" {...picker} held={held} currency={currency} />
      {isWallet && (
        <p className="xs muted">
          Wallet: {formatExactMinor(total - charge.walletFeeMinor, currency)} plus a fee of{' '}
          {formatExactMinor(charge.walletFeeMinor, currency)}.
        </p>
      )}
      {isWallet && missing > 0 && (
        <Alert tone="warn">
          Your wallet is {formatExact(missing, currency)} short.{' '}
          {/* Only a wallet in the currency of where the user lives can be topped up. */}
          {currency === means.currency ? (
            <>
              <TextLink href={`/wallet?top_up=${missing}`}>
                Top up {formatExact(missing, currency)}
              </TextLink>{' '}
              or pay another way.
            </>
          ) : (
            'Pay another way.'
          )}
        </Alert>
      )}
      <PaymentTrouble failure={failure} />
      <SubmitButton loading={isBusy} disabled={isOffline}>
        {values.methodId === '' ? 'Pay' : `Pay ${formatExactMinor(total, currency)}`}
      </SubmitButton>
    </form>
  );
}
