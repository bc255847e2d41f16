import { useRef, useState, type RefObject } from 'react';

import { PAYMENT_MESSAGES } from '../../../../contract/payments/payment-messages.ts';
import { ok, type Failure, type Result } from '../../../../contract/result.ts';
import type { CreateVoucherAnswer } from '../../../../contract/vouchers.ts';
import { noteEngagement } from '../../../platform/pwa/install-prompt.ts';
import { toast } from '../../../platform/toast-store.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { payVoucher, type VoucherPrice } from './pay-voucher.ts';
import { useLatePayment } from './use-late-payment.ts';
import { useCheckout } from '../../../shared/payments/checkout.ts';
import { useTellIfLeft } from '../../../shared/wallet/use-tell-if-left.ts';
import type { PaymentChoice } from '../../../shared/payments/payment-choice.ts';

export type CreateState =
  | {
      readonly phase: 'editing';
      /** It was made and is not paid for: it waits among one's own vouchers. */
      readonly isMade: boolean;
    }
  /** `fraction` from 0 to 1 of an upload that has left the device. */
  | { readonly phase: 'creating'; readonly fraction: number }
  | { readonly phase: 'paying' }
  | { readonly phase: 'paid'; readonly ulid: string };

export const fetchNewVoucher = (): Promise<unknown> =>
  callWorker((worker) => worker.refreshCreated({ page: 1 }, { force: true }));

export interface VoucherToCreate extends VoucherPrice {
  /** The same text for the same voucher. */
  readonly identity: string;
  readonly send: (
    payment: { readonly payment_method: string; readonly payment_provider?: string },
    onProgress: (fraction: number) => void,
  ) => Promise<Result<CreateVoucherAnswer['data']>>;
}

/** A voucher that was made and is not known to be paid: `of` is the identity that it was made of. */
export interface MadeVoucher {
  readonly of: string;
  readonly ulid: string;
}

export interface CreateEvents {
  /** One that was made before, e.g. by a page that is gone; the same voucher is not made again. */
  readonly made?: MadeVoucher | undefined;
  /** What another tab has made of the same draft since. */
  readonly readMade?: () => Promise<MadeVoucher | undefined>;
  readonly onMade?: (made: MadeVoucher) => void;
  readonly onOver?: () => void;
  readonly onFailed: (failure: Failure) => void;
  readonly onPaid?: () => void;
}

/** What was made cannot be paid for any more: it was cancelled, or its time has passed. */
const OVER = new Set<string>([
  'voucher_not_active',
  'voucher_expired',
  'entries_closed',
  'voucher_not_found',
]);

async function createOnce(
  unpaid: RefObject<MadeVoucher | undefined>,
  { identity, send }: VoucherToCreate,
  { method, provider }: PaymentChoice,
  { readMade, onMade }: CreateEvents,
  onState: (state: CreateState) => void,
): Promise<Result<MadeVoucher>> {
  const known = unpaid.current?.of === identity ? unpaid.current : await readMade?.();
  if (known?.of === identity) {
    unpaid.current = known;
    onState({ phase: 'paying' });
    return ok(known);
  }
  const onProgress = (fraction: number): void => onState({ phase: 'creating', fraction });
  onProgress(0);
  const payment = { payment_method: method, ...(provider && { payment_provider: provider }) };
  const result = await send(payment, onProgress);
  if (!result.ok) return result;
  const made = { of: identity, ulid: result.value.ulid };
  unpaid.current = made;
  onState({ phase: 'paying' });
  noteEngagement();
  onMade?.(made);
  return ok(made);
}

/** Makes a voucher and pays for it. One that was made but not paid is paid by the next try, however that pays. */
export function useCreateAndPay(events: CreateEvents) {
  const { made } = events;
  const [state, setState] = useState<CreateState>({ phase: 'editing', isMade: false });
  const isBusy = useRef(false);
  const unpaid = useRef(made);
  const tell = useTellIfLeft('Payment', 'vouchers');
  const refuse = (failure: Failure): void => {
    events.onFailed(failure);
    tell.failed(failure);
  };
  /** May have been paid without this page knowing; of no interest once something else is written. */
  const [unsure, setUnsure] = useState(made?.ulid);
  const goToCheckout = useCheckout(() => {
    isBusy.current = false;
    setUnsure(unpaid.current?.ulid);
    setState({ phase: 'editing', isMade: true });
  });

  const settle = (ulid: string): CreateState => {
    events.onPaid?.();
    unpaid.current = undefined;
    toast(PAYMENT_MESSAGES.paymentSuccessful, { kind: 'success' });
    return { phase: 'paid', ulid };
  };
  useLatePayment(unsure, (ulid) => {
    // A user who has tapped again is answered by that.
    if (isBusy.current) return;
    isBusy.current = true;
    setState(settle(ulid));
  });

  const run = async (
    voucher: VoucherToCreate,
    choice: PaymentChoice,
  ): Promise<CreateState | undefined> => {
    setUnsure(undefined);
    const making = createOnce(unpaid, voucher, choice, events, setState);
    const start = await payVoucher(voucher, making, choice);
    const made = await making;
    if (!made.ok) {
      refuse(made.error);
      return { phase: 'editing', isMade: false };
    }
    const { ulid } = made.value;
    if (start.kind === 'failed') {
      refuse(start.failure);
      const isOver = OVER.has(start.failure.code);
      if (isOver) unpaid.current = undefined;
      if (isOver) events.onOver?.();
      if (start.failure.status === undefined) setUnsure(ulid);
      return { phase: 'editing', isMade: !isOver };
    }
    if (start.kind === 'paid') return settle(ulid);
    goToCheckout(start.url);
    return undefined;
  };

  const create = async (voucher: VoucherToCreate, choice: PaymentChoice): Promise<void> => {
    // A second tap before the button has changed must not make a second voucher.
    if (isBusy.current) return;
    isBusy.current = true;
    const next = await run(voucher, choice);
    if (!next) return;
    isBusy.current = next.phase === 'paid';
    setState(next);
  };
  return { state, create, forget: () => setUnsure(undefined) };
}
