import { useState } from 'react';

import { LOGIN_REDIRECT_MS } from '../../../../contract/constants.ts';
import { MINUTE_MS } from '../../../../contract/durations.ts';
import { errorMessage } from '../../../../contract/errors.ts';
import { PAYMENT_MESSAGES } from '../../../../contract/payments/payment-messages.ts';
import type { Failure } from '../../../../contract/result.ts';
import { useCreateAndPay } from '../create/use-create-and-pay.ts';
import { useVoucherForm } from '../create/use-voucher-form.ts';
import { useNow } from '../../../platform/clock/use-now.ts';
import { loginPathFor } from '../../../platform/routing/next-path.ts';
import { navigate } from '../../../platform/routing/router.tsx';
import { toast } from '../../../platform/toast-store.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { checkVoucher, FIELD_OF, type PaymentVoucherForm } from './payment-voucher-form.ts';

function askToLogIn({ code }: Failure): void {
  // A session that has just ended leads away from here, and says so, by itself.
  if (code !== 'create_login_required') return;
  toast(errorMessage('create_login_required'), { kind: 'error' });
  setTimeout(() => navigate(loginPathFor('/payment-voucher')), LOGIN_REDIRECT_MS);
}

export function useCreateForm(initial: PaymentVoucherForm) {
  const values = useState(initial);
  // As it was sent last: what is written meanwhile is not what comes of it.
  const [sent, setSent] = useState(initial);
  const parts = useVoucherForm({
    purpose: 'payment',
    state: values,
    fieldOf: FIELD_OF,
    check: checkVoucher(values[0], useNow(MINUTE_MS).getTime()),
    send(input, choice) {
      setSent(values[0]);
      void create(
        {
          ...input,
          identity: JSON.stringify(input),
          send: (payment) =>
            callWorker((worker) => worker.createPaymentVoucher({ ...input, ...payment })),
        },
        choice,
      );
    },
  });
  const { form } = parts;
  const { state, create } = useCreateAndPay({
    onMade: () => void toast(PAYMENT_MESSAGES.paymentCreated, { kind: 'success' }),
    onFailed: (failure) => {
      form.refuse(failure);
      askToLogIn(failure);
    },
  });

  return { ...parts, sent, state };
}
