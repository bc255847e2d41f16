import { useState } from 'react';

import type { Voucher } from '../../../../contract/vouchers.ts';
import {
  useFormErrors,
  type FieldErrors,
  type FormErrors,
  type Reach,
} from '../../../platform/form/use-form-errors.ts';
import {
  checkPayment,
  offeredChoice,
  PAYMENT_FIELDS,
  type PaymentCheck,
  type PaymentField,
  type PaymentForm,
} from '../../../shared/payments/payment-choice.ts';
import type { PaymentPickerProps } from '../../../shared/payments/payment-picker.tsx';
import { useAskedFields } from '../../../shared/payments/use-asked-fields.ts';
import { usePaymentMeans, type PaymentMeans } from '../../../shared/payments/use-payment-means.ts';
import { amountMinorOf, type AmountForm } from './amount-form.ts';

export interface VoucherFormOptions<Field extends string> extends Pick<Voucher, 'purpose'> {
  readonly voucher: AmountForm;
  /** Of the voucher itself, in the order in which they stand on the screen; those of the payment follow. */
  readonly fields: readonly Field[];
  /** What is wrong with the voucher itself now. */
  readonly wrong: FieldErrors<Field>;
  /** What is chosen before anything is. */
  readonly payment: PaymentForm;
  /** Whether what this device knows of the wallet decides, or only the server. */
  readonly isWalletJudged: boolean;
  readonly reach?: Reach<Field | PaymentField>;
}

export interface VoucherFormParts<Field extends string> {
  readonly means: PaymentMeans;
  /** What the picker is given, besides the methods and its legend. */
  readonly picker: Omit<PaymentPickerProps, 'legend' | 'methods'>;
  /** How it is to be paid, or what is missing. */
  readonly paid: PaymentCheck;
  readonly formErrors: FormErrors<Field | PaymentField>;
}

/** What both forms that make a voucher have in common: how it is to be paid, and what is wrong with the whole. */
export function useVoucherForm<Field extends string>(
  options: VoucherFormOptions<Field>,
): VoucherFormParts<Field> {
  const { purpose, voucher, payment, isWalletJudged } = options;
  const { currency } = voucher;
  const [chosen, setChosen] = useState(payment);
  const means = usePaymentMeans(currency, purpose);
  const form = offeredChoice(chosen, means.methods, payment);
  const asked = useAskedFields(form.methodId);
  const amountMinor = amountMinorOf(voucher);
  const charge =
    amountMinor === undefined ? undefined : means.chargeFor({ purpose, amountMinor, currency });
  const { balanceMinor, held } = means;
  const paid = checkPayment(form, {
    methods: means.methods ?? [],
    asked,
    charge,
    balanceMinor: isWalletJudged ? balanceMinor : undefined,
  });
  const formErrors = useFormErrors<Field | PaymentField>(
    [...options.fields, ...PAYMENT_FIELDS],
    { ...options.wrong, ...(!paid.ok && paid.errors) } as FieldErrors<Field | PaymentField>,
    options.reach,
  );
  const onChange = (next: Partial<PaymentForm>): void => {
    setChosen({ ...form, ...next });
    formErrors.edit(...PAYMENT_FIELDS);
  };
  const { errors } = formErrors;
  const picker = { asked, form, errors, onChange, currency, charge, balanceMinor, held };
  return { means, picker, paid, formErrors };
}
