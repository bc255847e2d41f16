import { useRef, useState, type FormEvent, type RefObject } from 'react';

import {
  checkPayment,
  NO_PAYMENT,
  offeredChoice,
  PAYMENT_FIELDS,
  type PaymentErrors,
  type PaymentForm,
} from '../../domain/payments/payment-choice.ts';
import { useAskedFields } from '../../domain/payments/use-asked-fields.ts';
import { usePaymentMeans, type PaymentMeans } from '../../domain/payments/use-payment-means.ts';
import type { VoucherCharge } from '../../domain/payments/voucher-charge.ts';
import type { PaymentPickerProps } from '../../domain/payments/payment-picker.tsx';
import {
  amountMinorOf,
  checkVoucher,
  serverErrors,
  VOUCHER_FIELDS,
  type PaymentVoucherForm,
  type VoucherErrors,
} from './payment-voucher-form.ts';
import { useCreateVoucher, type CreateState } from './use-create-voucher.ts';

const FIELDS = [...VOUCHER_FIELDS, ...PAYMENT_FIELDS];
type Errors = VoucherErrors & PaymentErrors;

/** Without what was said about fields that have changed since; the next try looks at everything again. */
function withoutErrors(errors: Errors, changed: readonly string[]): Errors {
  return Object.fromEntries(Object.entries(errors).filter(([field]) => !changed.includes(field)));
}

export interface CreateFormParts {
  readonly element: RefObject<HTMLFormElement | null>;
  readonly form: PaymentVoucherForm;
  readonly errors: Errors;
  readonly change: (next: Partial<PaymentVoucherForm>) => void;
  /** What the picker is given, besides the methods and its legend. */
  readonly picker: Omit<PaymentPickerProps, 'legend' | 'methods'>;
  readonly means: PaymentMeans;
  /** Undefined while there is no amount. */
  readonly charge: VoucherCharge | undefined;
  readonly state: CreateState;
  readonly submit: (event: FormEvent) => void;
}

/** What stands in the form, what is wrong with it, and what sending it does. */
export function useCreateForm(initial: PaymentVoucherForm): CreateFormParts {
  const [form, setForm] = useState(initial);
  const [chosen, setPayment] = useState<PaymentForm>(NO_PAYMENT);
  const [errors, setErrors] = useState<Errors>({});
  const element = useRef<HTMLFormElement>(null);
  const { currency } = form;
  const means = usePaymentMeans(currency);
  const payment = offeredChoice(chosen, means.methods, NO_PAYMENT);
  const asked = useAskedFields(payment.methodId);
  const { state, create } = useCreateVoucher();
  const amountMinor = amountMinorOf(form);
  const charge =
    amountMinor === undefined
      ? undefined
      : means.chargeFor({ purpose: 'payment', amountMinor, currency });
  const balanceMinor = means.balanceIn(currency);
  const failure = state.phase === 'editing' ? state.failure : undefined;
  const shown = { ...serverErrors(failure?.fields), ...errors };

  const change = (next: Partial<PaymentVoucherForm>): void => {
    setForm({ ...form, ...next });
    // The amount decides whether the wallet can pay, the currency how one can pay at all.
    const affected = 'currency' in next ? PAYMENT_FIELDS : 'amount' in next ? ['method'] : [];
    setErrors(withoutErrors(errors, [...Object.keys(next), ...affected]));
  };
  const changePayment = (next: Partial<PaymentForm>): void => {
    setPayment({ ...payment, ...next });
    setErrors(withoutErrors(errors, PAYMENT_FIELDS));
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const voucher = checkVoucher(form, Date.now());
    const methods = means.methods ?? [];
    const paid = checkPayment(payment, { methods, asked, charge, balanceMinor });
    const found = { ...(!voucher.ok && voucher.errors), ...(!paid.ok && paid.errors) };
    setErrors(found);
    if (voucher.ok && paid.ok) return void create(voucher.input, paid.choice);
    const first = FIELDS.find((field) => field in found);
    element.current?.querySelector<HTMLElement>(`[data-field="${first}"]`)?.focus();
  };
  const picker = {
    asked,
    form: payment,
    errors: shown,
    onChange: changePayment,
    currency,
    charge,
    balanceMinor,
  };
  return { element, form, errors: shown, change, picker, means, charge, state, submit };
}
