import { useReducer, useRef } from 'react';

import type { OwnerProof } from '../../../contract/common.ts';
import { ok, type Failure, type Result } from '../../../contract/result.ts';
import { useOnceTrue } from '../../platform/lazy/lazy-component.tsx';
import { callWorker } from '../../platform/worker/data-worker.ts';
import { withPin } from '../accounts/pin/with-pin.ts';
import { mayBeTaken, useTellIfLeft, type MoneySaid } from './use-tell-if-left.ts';
import { errorsIn, useForm, type Checked, type FormOptions } from '../../platform/form/use-form.ts';

export type OrderState<Order, Answer> =
  | { readonly phase: 'editing' }
  | { readonly phase: 'checking' }
  | { readonly phase: 'reviewing'; readonly order: Order }
  | { readonly phase: 'sending'; readonly order: Order; readonly isRepeated: boolean }
  /** No answer came, so the money may have been taken. */
  | { readonly phase: 'unknown'; readonly order: Order; readonly failure: Failure }
  | { readonly phase: 'ended'; readonly order: Order; readonly answer: Answer };

export type OrderEvent<Order, Answer> =
  | { readonly type: 'asked' }
  | { readonly type: 'checked'; readonly order: Order }
  | { readonly type: 'corrected' }
  | { readonly type: 'sent'; readonly order: Order }
  | { readonly type: 'answered'; readonly answer: Answer }
  | { readonly type: 'failed'; readonly failure: Failure; readonly anew?: Order | undefined };

const EDITING = { phase: 'editing' } as const;

function afterFailure<Order, Answer>(
  state: OrderState<Order, Answer>,
  failure: Failure,
  anew: Order | undefined,
): OrderState<Order, Answer> {
  if (state.phase === 'checking') return EDITING;
  if (state.phase !== 'sending') return state;
  if (anew !== undefined) return { phase: 'reviewing', order: anew };
  const { order, isRepeated } = state;
  return mayBeTaken(failure, isRepeated) ? { phase: 'unknown', order, failure } : EDITING;
}

/** An event that comes too late changes nothing. */
export function nextOrder<Order, Answer>(
  state: OrderState<Order, Answer>,
  event: OrderEvent<Order, Answer>,
): OrderState<Order, Answer> {
  const { phase } = state;
  switch (event.type) {
    case 'asked':
      return phase === 'sending' || phase === 'unknown' ? state : { phase: 'checking' };
    case 'checked':
      return phase === 'checking' ? { phase: 'reviewing', order: event.order } : state;
    case 'corrected':
      // An order that was sent must show its answer.
      return phase === 'sending' ? state : EDITING;
    case 'sent':
      return phase === 'reviewing' || phase === 'unknown'
        ? { phase: 'sending', order: event.order, isRepeated: phase === 'unknown' }
        : state;
    case 'answered':
      return phase === 'sending'
        ? { phase: 'ended', order: state.order, answer: event.answer }
        : state;
    case 'failed':
      return afterFailure(state, event.failure, event.anew);
    default:
      return event satisfies never;
  }
}

export interface MoneyOrderSteps<Draft, Order, Answer> {
  readonly what: string;
  /** What is paid to whom, said where the PIN is asked for. */
  readonly saying: (order: Order) => string;
  readonly check?: (draft: Draft) => Result<Order> | Promise<Result<Order>>;
  /** The same order again must use the same request key, so that money moves once. */
  readonly send: (order: Order, proof: OwnerProof | undefined) => Promise<Result<Answer>>;
  readonly saidOf: (answer: Answer) => MoneySaid;
  readonly anew?: (order: Order, refused: Failure) => Order | undefined;
  readonly refresh?: () => Promise<unknown>;
}

export interface MoneyOrder<Draft, Order, Answer> {
  readonly state: OrderState<Order, Answer>;
  readonly isReturn: boolean;
  readonly review: (draft: Draft) => Promise<void>;
  readonly correct: () => void;
  readonly send: (order?: Order) => Promise<void>;
}

export function useMoneyOrder<Draft, Order, Answer>(
  options: MoneyOrderSteps<Draft, Order, Answer> & {
    readonly onRefused: (refused: Failure) => void;
  },
): MoneyOrder<Draft, Order, Answer> {
  type State = OrderState<Order, Answer>;
  type Event = OrderEvent<Order, Answer>;
  const { what, saidOf, onRefused } = options;
  const [state, dispatch] = useReducer<State, [Event]>(nextOrder, EDITING);
  const asked = useRef<Draft>(undefined);
  const isReturn = useOnceTrue(state.phase === 'reviewing');
  const tell = useTellIfLeft(what);
  const fail = (before: State, failure: Failure, anew?: Order): State['phase'] => {
    const event: Event = { type: 'failed', failure, anew };
    dispatch(event);
    const { phase } = nextOrder(before, event);
    if (phase === 'editing') onRefused(failure);
    return phase;
  };
  return {
    state,
    isReturn,
    correct: () => {
      asked.current = undefined;
      dispatch({ type: 'corrected' });
    },
    async review(draft) {
      asked.current = draft;
      dispatch({ type: 'asked' });
      const checking = options.check?.(draft) ?? ok(draft as unknown as Order);
      const checked = checking instanceof Promise ? await checking : checking;
      if (asked.current !== draft) return;
      if (checked.ok) dispatch({ type: 'checked', order: checked.value });
      else fail({ phase: 'checking' }, checked.error);
    },
    async send(order = 'order' in state ? state.order : undefined) {
      const sending = order === undefined ? state : nextOrder(state, { type: 'sent', order });
      if (order === undefined || sending.phase !== 'sending') return;
      dispatch({ type: 'sent', order });
      const result = await withPin(
        options.saying(order),
        (proof) => options.send(order, proof),
        !sending.isRepeated,
      );
      if (result.ok) {
        dispatch({ type: 'answered', answer: result.value });
        tell.ended(saidOf(result.value));
      } else {
        const phase = fail(sending, result.error, options.anew?.(order, result.error));
        tell.failed(result.error, phase === 'unknown');
      }
      // Money on hold has left the balance, even while the result is unknown.
      await callWorker((worker) => worker.refreshWallets({ force: true }));
      await options.refresh?.();
    },
  };
}

interface OrderFormOptions<Field extends string, Values extends object, Draft> extends Pick<
  FormOptions<Field, Values>,
  'fields' | 'affectedBy' | 'errorsOf'
> {
  readonly state: NonNullable<FormOptions<Field, Values>['state']>;
  readonly check: Checked<Field, Draft>;
}

/** Submitting starts the review of an order; a change gives up one that is being checked. */
export function useOrderForm<Field extends string, Values extends object, Draft, Order, Answer>(
  { state: [values, setValues], check, ...options }: OrderFormOptions<Field, Values, Draft>,
  steps: MoneyOrderSteps<Draft, Order, Answer>,
) {
  const form = useForm<Field, Values>({
    ...options,
    state: [
      values,
      (next) => {
        order.correct();
        setValues(next);
      },
    ],
    wrong: errorsIn(check),
    send: () => void (check.ok && order.state.phase === 'editing' && order.review(check.order)),
  });
  const order = useMoneyOrder<Draft, Order, Answer>({ ...steps, onRefused: form.refuse });
  return { form, order };
}
