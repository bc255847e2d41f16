import { useRef, useState, type FormEvent, type RefObject } from 'react';

import { LOGIN_REDIRECT_MS } from '../../../contract/constants.ts';
import { errorMessage } from '../../../contract/errors.ts';
import { MESSAGES } from '../../../contract/messages.ts';
import type { Failure } from '../../../contract/result.ts';
import {
  NO_PAYMENT,
  PAYMENT_FIELDS,
  type PaymentErrors,
} from '../../domain/payments/payment-choice.ts';
import {
  focusField,
  serverErrors,
  withoutErrors,
} from '../../domain/vouchers/create/field-errors.ts';
import {
  useCreateAndPay,
  type CreateState,
} from '../../domain/vouchers/create/use-create-and-pay.ts';
import {
  usePaymentForm,
  type PaymentFormParts,
} from '../../domain/vouchers/create/use-payment-form.ts';
import { loginPathFor } from '../../platform/routing/next-path.ts';
import { navigate } from '../../platform/routing/router.tsx';
import { toast } from '../../platform/toast-store.ts';
import { callWorker } from '../../platform/worker/data-worker.ts';
import {
  checkVoucher,
  FIELD_OF,
  VOUCHER_FIELDS,
  type PaymentVoucherForm,
  type VoucherErrors,
} from './payment-voucher-form.ts';

const FIELDS = [...VOUCHER_FIELDS, ...PAYMENT_FIELDS];
type Errors = VoucherErrors & PaymentErrors;

export interface CreateFormParts extends Pick<PaymentFormParts, 'means' | 'picker'> {
  readonly element: RefObject<HTMLFormElement | null>;
  readonly form: PaymentVoucherForm;
  readonly errors: Errors;
  readonly change: (next: Partial<PaymentVoucherForm>) => void;
  readonly state: CreateState;
  readonly submit: (event: FormEvent) => void;
}

/** Tells a visitor why nothing was made, and brings them to the login page. */
function askToLogIn({ code }: Failure): void {
  if (code !== 'unauthenticated' && code !== 'create_login_required') return;
  toast(errorMessage('create_login_required'), { kind: 'error' });
  // A session that has just ended leads away from here by itself.
  if (code === 'unauthenticated') return;
  setTimeout(() => navigate(loginPathFor('/payment-voucher')), LOGIN_REDIRECT_MS);
}

const EVENTS = {
  onMade: () => void toast(MESSAGES.paymentCreated, { kind: 'success' }),
  onRefused: askToLogIn,
} as const;

/** What stands in the form, what is wrong with it, and what sending it does. */
export function useCreateForm(initial: PaymentVoucherForm): CreateFormParts {
  const [form, setForm] = useState(initial);
  const [errors, setErrors] = useState<Errors>({});
  const element = useRef<HTMLFormElement>(null);
  const { state, create } = useCreateAndPay(EVENTS);
  const failure = state.phase === 'editing' ? state.failure : undefined;
  const shown = { ...serverErrors(FIELD_OF, failure?.fields), ...errors };
  const { means, picker, check } = usePaymentForm({
    purpose: 'payment',
    voucher: form,
    initial: NO_PAYMENT,
    errors: shown,
    onChange: () => setErrors(withoutErrors(errors, PAYMENT_FIELDS)),
  });

  const change = (next: Partial<PaymentVoucherForm>): void => {
    setForm({ ...form, ...next });
    // The amount decides whether the wallet can pay, the currency how one can pay at all.
    const affected = 'currency' in next ? PAYMENT_FIELDS : 'amount' in next ? ['method'] : [];
    setErrors(withoutErrors(errors, [...Object.keys(next), ...affected]));
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const voucher = checkVoucher(form, Date.now());
    const paid = check(true);
    const found: Errors = { ...(!voucher.ok && voucher.errors), ...(!paid.ok && paid.errors) };
    setErrors(found);
    if (voucher.ok && paid.ok) {
      const { input } = voucher;
      const identity = JSON.stringify(input);
      return void create(
        {
          ...input,
          identity,
          send: (payment) =>
            callWorker((worker) => worker.createPaymentVoucher({ ...input, ...payment })),
        },
        paid.choice,
      );
    }
    const first = FIELDS.find((field) => field in found);
    if (first) focusField(element.current, first);
  };
  return { element, form, errors: shown, change, means, picker, state, submit };
}
