import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

import { errorMessage } from '../../../contract/errors.ts';
import { navigate, useAppLocation, useQuery } from '../../platform/routing/router.tsx';
import {
  isAskedOnPhone,
  isReferenceMissing,
  readPaymentReturn,
  withoutPaymentReturn,
  type PaymentOutcome,
  type PaymentReference,
} from './payment-return.ts';

interface Polling {
  readonly tries: number;
  readonly pauseMs: number;
}

/** A processor may take a moment to register its own payment. */
const AFTER_CHECKOUT: Polling = { tries: 5, pauseMs: 2_000 };
/** A phone prompt waits about 90 seconds for the payer to enter a PIN. */
const FOR_PHONE: Polling = { tries: 31, pauseMs: 3_000 };

export type PaymentReturnState =
  | { readonly phase: 'none' }
  | {
      readonly phase: 'checking';
      readonly reference: string;
      readonly isOnPhone: boolean;
    }
  | { readonly phase: 'unknown'; readonly reference: string; readonly message: string }
  | { readonly phase: 'declined'; readonly reference: string; readonly outcome: Declined };

export type Declined = Extract<PaymentOutcome, { kind: 'declined' }>;

export type PaymentReturn = ReturnType<typeof usePaymentReturn>;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export interface PaymentReturnOptions<Outcome extends PaymentOutcome = PaymentOutcome> {
  readonly verify: (payment: PaymentReference) => Promise<Outcome>;
  readonly notify: (outcome: PaymentOutcome) => void;
  readonly pathAfter?: (outcome: Outcome) => string | undefined;
}

async function verifyUntilSettled<Outcome extends PaymentOutcome>(
  verify: PaymentReturnOptions<Outcome>['verify'],
  payment: PaymentReference,
  { tries, pauseMs }: Polling,
  signal: AbortSignal,
): Promise<Outcome> {
  let outcome = await verify(payment);
  for (let asked = 1; asked < tries && outcome.kind === 'pending'; asked += 1) {
    await pause(pauseMs);
    if (signal.aborted) break;
    outcome = await verify(payment);
  }
  return outcome;
}

/** The address names the payment until the result is known, so that a reload resumes. */
export function usePaymentReturn<Outcome extends PaymentOutcome>({
  verify,
  notify,
  pathAfter,
}: PaymentReturnOptions<Outcome>) {
  const { path } = useAppLocation();
  const query = useQuery();
  const payment = useMemo(() => readPaymentReturn(query), [query]);
  const isOnPhone = isAskedOnPhone(query);
  const cleanPath = path + withoutPaymentReturn(query);
  const [unreachable, setUnreachable] = useState<string>();
  const [declined, setDeclined] = useState<Extract<PaymentReturnState, { phase: 'declined' }>>();
  const running = useRef<AbortController>(undefined);

  const ask = useCallback((): (() => void) => {
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    // Leaving the page also aborts a retry, which may run for minutes.
    const stop = (): void => running.current?.abort();
    if (!payment) return stop;
    const polling = isOnPhone ? FOR_PHONE : AFTER_CHECKOUT;
    void verifyUntilSettled(verify, payment, polling, abort.signal).then((outcome) => {
      if (abort.signal.aborted) return;
      if (outcome.kind === 'unknown') return setUnreachable(outcome.message);
      if (outcome.kind === 'declined') {
        const { reference } = payment;
        setDeclined({ phase: 'declined', reference, outcome });
      } else notify(outcome);
      navigate(pathAfter?.(outcome) ?? cleanPath, { replace: true });
    });
    return stop;
  }, [payment, isOnPhone, cleanPath, verify, notify, pathAfter]);
  useEffect(() => ask(), [ask]);
  const isUnnamed = isReferenceMissing(query);
  useEffect(() => {
    if (!isUnnamed) return;
    notify({ kind: 'refused', message: errorMessage('payment_not_found') });
    navigate(cleanPath, { replace: true });
  }, [isUnnamed, cleanPath, notify]);

  const retry = (): void => {
    setUnreachable(undefined);
    ask();
  };
  const dismiss = (): void => {
    setDeclined(undefined);
    if (payment) navigate(cleanPath, { replace: true });
  };
  return { state: stateOf(payment, declined, unreachable, isOnPhone), retry, dismiss };
}

function stateOf(
  payment: PaymentReference | undefined,
  declined: Extract<PaymentReturnState, { phase: 'declined' }> | undefined,
  unreachable: string | undefined,
  isOnPhone: boolean,
): PaymentReturnState {
  if (!payment) return declined ?? { phase: 'none' };
  const { reference } = payment;
  return unreachable === undefined
    ? { phase: 'checking', reference, isOnPhone }
    : { phase: 'unknown', reference, message: unreachable };
}
