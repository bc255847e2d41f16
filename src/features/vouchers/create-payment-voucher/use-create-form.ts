import { useState } from 'react';

import { LOGIN_REDIRECT_MS } from '../../../../contract/constants.ts';
import { MINUTE_MS } from '../../../../contract/durations.ts';
import { errorMessage } from '../../../../contract/errors.ts';
import { PAYMENT_MESSAGES } from '../../../../contract/payments/payment-messages.ts';
import type { Failure } from '../../../../contract/result.ts';
import { NO_PAYMENT, PAYMENT_FIELDS } from '../../../shared/payments/payment-choice.ts';
import { useCreateAndPay } from '../create/use-create-and-pay.ts';
import { useVoucherForm } from '../create/use-voucher-form.ts';
import { useNow } from '../../../platform/clock/use-now.ts';
import { saidOfFields } from '../../../platform/form/use-form.ts';
import { loginPathFor } from '../../../platform/routing/next-path.ts';
import { navigate } from '../../../platform/routing/router.tsx';
import { toast } from '../../../platform/toast-store.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import {
  checkVoucher,
  FIELD_OF,
  VOUCHER_FIELDS,
  type PaymentVoucherForm,
} from './payment-voucher-form.ts';

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
  const voucher = checkVoucher(values[0], useNow(MINUTE_MS).getTime());
  const parts = useVoucherForm({
    purpose: 'payment',
    state: values,
    fields: VOUCHER_FIELDS,
    wrong: voucher.ok ? {} : voucher.errors,
    payment: NO_PAYMENT,
    isWalletJudged: true,
    affectedBy(change) {
      const changed = Object.keys(change);
      // The amount decides whether the wallet can pay, the currency how one can pay at all.
      if ('currency' in change) return [...changed, ...PAYMENT_FIELDS];
      return 'amount' in change ? [...changed, 'method'] : changed;
    },
    send(choice) {
      if (!voucher.ok) return;
      setSent(values[0]);
      const { input } = voucher;
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
    errorsOf: (failure) => saidOfFields(FIELD_OF, failure),
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

export type CreateFormParts = ReturnType<typeof useCreateForm>;
