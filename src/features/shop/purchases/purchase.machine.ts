import type { DeliveryStatus } from '../../../../contract/delivery/delivery-status.ts';
import type { Failure } from '../../../../contract/result.ts';
import { mayBeTaken } from '../../../shared/wallet/may-be-taken.ts';

/** What the server says of a purchase. */
export interface PurchaseAnswer {
  readonly reference: string;
  readonly status: DeliveryStatus;
  /** When it was first sent. */
  readonly created_at: string;
  /** What is typed into a prepaid meter. */
  readonly token?: string | null;
}

/** How far a purchase is. */
export type PurchaseState<Order> =
  | { readonly phase: 'editing' }
  /** It is shown as a whole, to be looked over. */
  | { readonly phase: 'confirming'; readonly order: Order }
  | { readonly phase: 'sending'; readonly order: Order; readonly isRepeated: boolean }
  /** It was sent, and it is unknown what became of it. */
  | { readonly phase: 'unknown'; readonly order: Order; readonly failure: Failure }
  | { readonly phase: 'ended'; readonly order: Order; readonly answer: PurchaseAnswer };

export type PurchaseEvent<Order> =
  | { readonly type: 'ordered'; readonly order: Order }
  /** Back to the form, with what stands in it. */
  | { readonly type: 'closed' }
  | { readonly type: 'sent' }
  | { readonly type: 'answered'; readonly answer: PurchaseAnswer }
  | { readonly type: 'failed'; readonly failure: Failure };

/** What follows; an event that comes too late changes nothing. */
export function nextPurchase<Order>(
  state: PurchaseState<Order>,
  event: PurchaseEvent<Order>,
): PurchaseState<Order> {
  switch (event.type) {
    case 'ordered':
      return state.phase === 'editing' ? { phase: 'confirming', order: event.order } : state;
    case 'closed':
      // While it is on its way its answer has to be seen.
      return state.phase === 'sending' ? state : { phase: 'editing' };
    case 'sent':
      return state.phase === 'confirming' || state.phase === 'unknown'
        ? { phase: 'sending', order: state.order, isRepeated: state.phase === 'unknown' }
        : state;
    case 'answered':
      return state.phase === 'sending'
        ? { phase: 'ended', order: state.order, answer: event.answer }
        : state;
    case 'failed': {
      if (state.phase !== 'sending') return state;
      const { order, isRepeated } = state;
      const { failure } = event;
      return mayBeTaken(failure, isRepeated)
        ? { phase: 'unknown', order, failure }
        : { phase: 'editing' };
    }
    default:
      return event satisfies never;
  }
}
