import { useState } from 'react';

import type { Failure } from '../../../contract/result.ts';
import type { PaymentMethod } from '../../../contract/wallet.ts';
import { mayBeTaken, useTellIfLeft } from '../wallet/use-tell-if-left.ts';
import { errorsIn, useForm } from '../../platform/form/use-form.ts';
import {
  checkPayment,
  PAYMENT_FIELDS,
  WALLET_METHOD,
  type PaymentChoice,
  type PaymentField,
  type PaymentForm,
  type VoucherCharge,
} from './payment-choice.ts';
import { type PaymentStart, useCheckout } from './checkout.ts';
import { useAskedFields } from './use-asked-fields.ts';

export interface PaymentToMake {
  readonly methods: readonly PaymentMethod[];
  readonly initial: PaymentForm;
  readonly charge: VoucherCharge;
  readonly balanceMinor: bigint | undefined;
  readonly pay: (choice: PaymentChoice) => Promise<PaymentStart>;
  readonly onPaid: () => void;
}

export function usePaymentForm(payment: PaymentToMake) {
  const { methods, charge, balanceMinor } = payment;
  const state = useState(payment.initial);
  const [values] = state;
  const asked = useAskedFields(values.methodId);
  const check = checkPayment(values, { methods, asked, charge, balanceMinor });
  const form = useForm<PaymentField, PaymentForm>({
    fields: PAYMENT_FIELDS,
    state,
    wrong: errorsIn(check),
    affectedBy: () => PAYMENT_FIELDS,
    send: () => (check.ok ? pay(check.order) : undefined),
  });
  const goToCheckout = useCheckout(form.release);
  const tell = useTellIfLeft('Payment');
  const pay = async (choice: PaymentChoice): Promise<Failure | 'leaving' | undefined> => {
    const start = await payment.pay(choice);
    if (start.kind === 'checkout') {
      goToCheckout(start.url);
      return 'leaving';
    }
    if (start.kind === 'paid') {
      payment.onPaid();
      return undefined;
    }
    // Only a wallet payment can have taken money before the checkout.
    const isWallet = choice.method === WALLET_METHOD;
    tell.failed(start.failure, isWallet && mayBeTaken(start.failure, false));
    return start.failure;
  };
  const { errors, change: onChange } = form;
  const picker = { methods, asked, form: values, errors, onChange, charge, balanceMinor };
  return { form, picker };
}
