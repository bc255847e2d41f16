import { useState } from 'react';

import type { Voucher } from '../../../../contract/vouchers.ts';
import {
  checkPayment,
  offeredChoice,
  type PaymentCheck,
  type PaymentErrors,
  type PaymentForm,
} from '../../payments/payment-choice.ts';
import type { PaymentPickerProps } from '../../payments/payment-picker.tsx';
import { useAskedFields } from '../../payments/use-asked-fields.ts';
import { usePaymentMeans, type PaymentMeans } from '../../payments/use-payment-means.ts';
import { amountMinorOf, type AmountForm } from './amount-form.ts';

export interface PaymentFormOptions extends Pick<Voucher, 'purpose'> {
  readonly voucher: AmountForm;
  /** What is chosen before anything is. */
  readonly initial: PaymentForm;
  readonly errors: PaymentErrors;
  /** The choice has changed: what was said about it no longer holds. */
  readonly onChange: () => void;
}

export interface PaymentFormParts {
  readonly means: PaymentMeans;
  /** What the picker is given, besides the methods and its legend. */
  readonly picker: Omit<PaymentPickerProps, 'legend' | 'methods'>;
  /** Reads the choice, or says what is missing. @param isJudged whether what this device knows of the wallet decides */
  readonly check: (isJudged: boolean) => PaymentCheck;
}

/** How a new voucher is to be paid, as it is chosen. */
export function usePaymentForm(options: PaymentFormOptions): PaymentFormParts {
  const { purpose, voucher, initial, errors, onChange } = options;
  const { currency } = voucher;
  const [chosen, setChosen] = useState(initial);
  const means = usePaymentMeans(currency);
  const form = offeredChoice(chosen, means.methods, initial);
  const asked = useAskedFields(form.methodId);
  const amountMinor = amountMinorOf(voucher);
  const charge =
    amountMinor === undefined ? undefined : means.chargeFor({ purpose, amountMinor, currency });
  const balanceMinor = means.balanceIn(currency);
  const change = (next: Partial<PaymentForm>): void => {
    setChosen({ ...form, ...next });
    onChange();
  };
  const check = (isJudged: boolean): PaymentCheck => {
    const methods = means.methods ?? [];
    const known = isJudged ? balanceMinor : undefined;
    return checkPayment(form, { methods, asked, charge, balanceMinor: known });
  };
  const picker = { asked, form, errors, onChange: change, currency, charge, balanceMinor };
  return { means, picker, check };
}
