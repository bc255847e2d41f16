import { useReducer } from 'react';

import type { Failure, Result } from '../../../contract/result.ts';
import { callWorker } from '../../platform/worker/data-worker.ts';
import {
  nextPurchase,
  type PurchaseAnswer,
  type PurchaseEvent,
  type PurchaseState,
} from './purchase.machine.ts';

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
 * @param pay sends an order; the same order again asks about the same purchase
 * @param onRefused is told why it is back at the form
 */
export function usePurchase<Order>(
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
      if (!result.ok && nextPurchase(sending, event).phase === 'editing') onRefused(result.error);
      // What is held has left the balance, also while it is unknown what became of it.
      await callWorker((worker) => worker.refreshWallets({ force: true }));
    },
  };
}
