import { useReducer } from 'react';

import type { DeliveryStatus } from '../../../../contract/delivery/delivery-status.ts';
import { errorMessage } from '../../../../contract/errors.ts';
import type { Failure, Result } from '../../../../contract/result.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import type { MoneySaid } from '../../../shared/wallet/money-end.tsx';
import { useTellIfLeft } from '../../../shared/wallet/use-tell-if-left.ts';
import {
  nextPurchase,
  type PurchaseAnswer,
  type PurchaseEvent,
  type PurchaseState,
} from './purchase.machine.ts';

/** What is said of a purchase that the server has answered. */
export const OUTCOMES: Readonly<Record<DeliveryStatus, MoneySaid>> = {
  completed: { title: 'Done', tone: 'ok', text: 'It was delivered.' },
  processing: {
    title: 'On its way',
    tone: 'info',
    text: 'The provider is working on it. Your transactions show when it is done.',
  },
  pending: {
    title: 'On its way',
    tone: 'warn',
    text: 'It is not known yet whether it was delivered. The money is held until it is, and comes back if it was not.',
  },
  failed: { title: 'Not delivered', tone: 'bad', text: errorMessage('purchase_failed') },
};

export interface Purchasing<Order> {
  readonly state: PurchaseState<Order>;
  /** Shows an order before it is paid. */
  readonly order: (order: Order) => void;
  /** Pays what is shown; once more, it asks about the same purchase. */
  readonly send: () => Promise<void>;
  readonly close: () => void;
}

/**
 * Takes a purchase from the form to its end.
 * @param what is bought: 'Airtime'
 * @param pay sends an order; the same order again asks about the same purchase
 * @param onRefused is told why it is back at the form
 */
export function usePurchase<Order>(
  what: string,
  pay: (order: Order) => Promise<Result<PurchaseAnswer>>,
  onRefused: (failure: Failure) => void,
): Purchasing<Order> {
  const [state, dispatch] = useReducer(
    nextPurchase as (
      before: PurchaseState<Order>,
      event: PurchaseEvent<Order>,
    ) => PurchaseState<Order>,
    { phase: 'editing' },
  );
  const tell = useTellIfLeft(what);
  return {
    state,
    order: (order) => dispatch({ type: 'ordered', order }),
    close: () => dispatch({ type: 'closed' }),
    async send() {
      const sending = nextPurchase(state, { type: 'sent' });
      if (sending.phase !== 'sending') return;
      dispatch({ type: 'sent' });
      const result = await pay(sending.order);
      const event: PurchaseEvent<Order> = result.ok
        ? { type: 'answered', answer: result.value }
        : { type: 'failed', failure: result.error };
      dispatch(event);
      if (result.ok) {
        tell.ended(OUTCOMES[result.value.status]);
      } else {
        const { phase } = nextPurchase(sending, event);
        if (phase === 'editing') onRefused(result.error);
        tell.failed(result.error, phase === 'unknown');
      }
      // What is held has left the balance, also while it is unknown what became of it.
      await callWorker((worker) => worker.refreshWallets({ force: true }));
    },
  };
}
