import { useState, type FormEvent } from 'react';

import type { PaymentMethod } from '../../../contract/wallet.ts';
import { mayBeTaken } from '../wallet/may-be-taken.ts';
import { useTellIfLeft } from '../wallet/use-tell-if-left.ts';
import { useFormErrors } from '../../platform/form/use-form-errors.ts';
import {
  checkPayment,
  PAYMENT_FIELDS,
  WALLET_METHOD,
  type PaymentChoice,
  type PaymentField,
  type PaymentForm,
} from './payment-choice.ts';
import type { PaymentStart } from './payment-start.ts';
import { useAskedFields } from './use-asked-fields.ts';
import { useCheckout } from './use-checkout.ts';
import type { VoucherCharge } from './voucher-charge.ts';

export interface PaymentToMake {
  readonly methods: readonly PaymentMethod[];
  readonly initial: PaymentForm;
  readonly charge: VoucherCharge;
  /** Minor units; undefined while it is not known. */
  readonly balanceMinor: bigint | undefined;
  readonly pay: (choice: PaymentChoice) => Promise<PaymentStart>;
  /** The wallet has paid. */
  readonly onPaid: () => void;
}

/** What stands in a form that only pays, what is wrong with it, and what sending it does. */
export function usePaymentForm(payment: PaymentToMake) {
  const { methods, charge, balanceMinor } = payment;
  const [form, setForm] = useState(payment.initial);
  const [isBusy, setIsBusy] = useState(false);
  const asked = useAskedFields(form.methodId);
  const check = checkPayment(form, { methods, asked, charge, balanceMinor });
  const formErrors = useFormErrors<PaymentField>(PAYMENT_FIELDS, check.ok ? {} : check.errors);
  const goToCheckout = useCheckout(() => setIsBusy(false));
  const tell = useTellIfLeft('Payment');

  const onChange = (next: Partial<PaymentForm>): void => {
    setForm({ ...form, ...next });
    formErrors.edit(...PAYMENT_FIELDS);
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy || !formErrors.check() || !check.ok) return;
    setIsBusy(true);
    const start = await payment.pay(check.choice);
    // The button stays busy until the checkout is there.
    if (start.kind === 'checkout') return goToCheckout(start.url);
    setIsBusy(false);
    if (start.kind === 'failed') {
      formErrors.refuse(start.failure);
      // Before a checkout nothing is taken.
      const isWallet = check.choice.method === WALLET_METHOD;
      tell.failed(start.failure, isWallet && mayBeTaken(start.failure, false));
    } else {
      payment.onPaid();
    }
  };
  const { errors } = formErrors;
  const picker = { methods, asked, form, errors, onChange, charge, balanceMinor };
  return { form, picker, formErrors, isBusy, submit };
}
