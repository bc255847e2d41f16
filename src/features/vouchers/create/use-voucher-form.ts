import { useState } from 'react';

import type { Voucher } from '../../../../contract/vouchers.ts';
import {
  useForm,
  type FieldErrors,
  type Form,
  type FormOptions,
} from '../../../platform/form/use-form.ts';
import {
  checkPayment,
  offeredChoice,
  PAYMENT_FIELDS,
  type PaymentChoice,
  type PaymentField,
  type PaymentForm,
} from '../../../shared/payments/payment-choice.ts';
import type { PaymentPickerProps } from '../../../shared/payments/payment-picker.tsx';
import { useAskedFields } from '../../../shared/payments/use-asked-fields.ts';
import { usePaymentMeans, type PaymentMeans } from '../../../shared/payments/use-payment-means.ts';
import { amountMinorOf, type AmountForm } from './amount-fields.tsx';

type Options<Field extends string, Values extends object> = FormOptions<
  Field | PaymentField,
  Values
>;

export interface VoucherFormOptions<Field extends string, Values extends AmountForm>
  extends
    Pick<Voucher, 'purpose'>,
    Pick<Options<Field, Values>, 'affectedBy' | 'errorsOf' | 'reach'>,
    Required<Pick<Options<Field, Values>, 'state'>> {
  /** Of the voucher itself, in the order in which they stand on the screen; those of the payment follow. */
  readonly fields: readonly Field[];
  readonly wrong: FieldErrors<Field>;
  readonly payment: PaymentForm;
  /** Whether what this device knows of the wallet decides, or only the server. */
  readonly isWalletJudged: boolean;
  readonly send: (choice: PaymentChoice) => void;
}

export interface VoucherFormParts<Field extends string, Values extends object> {
  readonly means: PaymentMeans;
  readonly picker: Omit<PaymentPickerProps, 'legend' | 'methods'>;
  readonly form: Form<Field | PaymentField, Values>;
}

export function useVoucherForm<Field extends string, Values extends AmountForm>(
  options: VoucherFormOptions<Field, Values>,
): VoucherFormParts<Field, Values> {
  const { purpose, fields, wrong, payment, isWalletJudged, send, ...rest } = options;
  const [voucher] = options.state;
  const { currency } = voucher;
  const [chosen, setChosen] = useState(payment);
  const means = usePaymentMeans(currency, purpose);
  const picked = offeredChoice(chosen, means.methods, payment);
  const asked = useAskedFields(picked.methodId);
  const amountMinor = amountMinorOf(voucher);
  const charge =
    amountMinor === undefined ? undefined : means.chargeFor({ purpose, amountMinor, currency });
  const { balanceMinor, held } = means;
  const paid = checkPayment(picked, {
    methods: means.methods ?? [],
    asked,
    charge,
    balanceMinor: isWalletJudged ? balanceMinor : undefined,
  });
  const form = useForm<Field | PaymentField, Values>({
    ...rest,
    fields: [...fields, ...PAYMENT_FIELDS],
    wrong: { ...wrong, ...(!paid.ok && paid.errors) } as FieldErrors<Field | PaymentField>,
    send: () => void (paid.ok && send(paid.order)),
  });
  const onChange = (next: Partial<PaymentForm>): void => {
    setChosen({ ...picked, ...next });
    form.edit(PAYMENT_FIELDS);
  };
  const { errors } = form;
  const picker = { asked, form: picked, errors, onChange, currency, charge, balanceMinor, held };
  return { means, picker, form };
}
