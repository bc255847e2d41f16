import { useEffect, useRef, useState } from 'react';

import { LOGIN_REDIRECT_MS, WALLET_PAID_REDIRECT_MS } from '../../../contract/constants.ts';
import { errorMessage, type ErrorCode } from '../../../contract/errors.ts';
import { MESSAGES } from '../../../contract/messages.ts';
import type { Failure, Result } from '../../../contract/result.ts';
import type { CreateVoucherAnswer } from '../../../contract/vouchers.ts';
import { callWorker } from '../../platform/worker/data-worker.ts';
import { loginPathFor } from '../../platform/routing/next-path.ts';
import { payVoucher } from '../../domain/payments/pay-voucher.ts';
import type { PaymentChoice } from '../../domain/payments/payment-choice.ts';
import { navigate } from '../../platform/routing/router.tsx';
import { toast } from '../../platform/toast-store.ts';
import type { VoucherInput } from './payment-voucher-form.ts';

export type CreateState =
  | { readonly phase: 'editing'; readonly failure: Failure | undefined }
  | { readonly phase: 'creating' }
  | { readonly phase: 'paying' }
  /** Paid from the wallet; the list of vouchers follows by itself. */
  | { readonly phase: 'paid' };

type Created = CreateVoucherAnswer['data'];

/** Tells a visitor why nothing was made, and brings them to the login page. */
function askToLogIn(code: ErrorCode): void {
  if (code !== 'unauthenticated' && code !== 'create_login_required') return;
  toast(errorMessage('create_login_required'), { kind: 'error' });
  // A session that has just ended leads away from here by itself.
  if (code === 'unauthenticated') return;
  setTimeout(() => navigate(loginPathFor('/payment-voucher')), LOGIN_REDIRECT_MS);
}

/** Makes a voucher and pays for it. One that was made but not paid is paid by the next try, however that pays. */
export function useCreateVoucher(): {
  readonly state: CreateState;
  readonly create: (input: VoucherInput, choice: PaymentChoice) => Promise<void>;
} {
  const [state, setState] = useState<CreateState>({ phase: 'editing', failure: undefined });
  const isBusy = useRef(false);
  const unpaid = useRef<{ readonly created: Created; readonly of: string }>(undefined);
  const isPaid = state.phase === 'paid';
  useEffect(() => {
    if (!isPaid) return undefined;
    const timer = setTimeout(() => navigate('/my-vouchers'), WALLET_PAID_REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [isPaid]);

  const createOnce = async (
    input: VoucherInput,
    { method, provider }: PaymentChoice,
  ): Promise<Result<Created>> => {
    const of = JSON.stringify(input);
    if (unpaid.current?.of === of) return { ok: true, value: unpaid.current.created };
    const result = await callWorker((worker) =>
      worker.createPaymentVoucher({
        ...input,
        payment_method: method,
        ...(provider && { payment_provider: provider }),
      }),
    );
    if (result.ok) {
      unpaid.current = { created: result.value, of };
      toast(MESSAGES.paymentCreated, { kind: 'success' });
    }
    return result;
  };

  const run = async (
    input: VoucherInput,
    choice: PaymentChoice,
  ): Promise<CreateState | undefined> => {
    setState({ phase: 'creating' });
    const created = await createOnce(input, choice);
    if (!created.ok) {
      askToLogIn(created.error.code);
      return { phase: 'editing', failure: created.error };
    }
    setState({ phase: 'paying' });
    const { ulid } = created.value;
    const start = await payVoucher({ ulid, ...input }, choice);
    if (start.kind === 'failed') return { phase: 'editing', failure: start.failure };
    // The form stays busy until the checkout is there.
    if (start.kind === 'leaving') return undefined;
    unpaid.current = undefined;
    toast(MESSAGES.paymentSuccessful, { kind: 'success' });
    return { phase: 'paid' };
  };

  const create = async (input: VoucherInput, choice: PaymentChoice): Promise<void> => {
    // A second tap before the button has changed must not make a second voucher.
    if (isBusy.current) return;
    isBusy.current = true;
    const next = await run(input, choice);
    if (!next) return;
    isBusy.current = next.phase === 'paid';
    setState(next);
  };
  return { state, create };
}
