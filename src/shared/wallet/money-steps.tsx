import type { ReactElement, ReactNode } from 'react';

import { errorMessage } from '../../../contract/errors.ts';
import { useConnectivity } from '../../platform/connectivity.ts';
import { type Form, focusOnArrival } from '../../platform/form/use-form.ts';
import { Button } from '../../ui/action/button.tsx';
import { Facts, type FactsProps } from '../../ui/display/facts.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Dots } from '../../ui/feedback/dots.tsx';
import type { MoneyOrder, OrderState } from './money-order.ts';
import css from './money-steps.module.css';
import { notKnown, type MoneySaid } from './use-tell-if-left.ts';

export interface OrderFormProps extends Pick<MoneyOrder<never, unknown, unknown>, 'isReturn'> {
  readonly form: Pick<Form<string>, 'ref' | 'failure' | 'onSubmit'>;
  readonly isChecking: boolean;
  readonly checking: string;
  readonly action: string;
  readonly children: ReactNode;
}

export function OrderForm(props: OrderFormProps): ReactElement {
  const { form, isChecking, checking, isReturn, action, children } = props;
  const { ref, failure, onSubmit } = form;
  const isOffline = useConnectivity() === 'offline';
  return (
    <form ref={ref} className={css['step']} noValidate onSubmit={onSubmit}>
      {children}
      {failure && <Alert tone="bad">{failure.message}</Alert>}
      {isOffline && <Alert tone="warn">{errorMessage('offline')}</Alert>}
      <Button
        ref={isReturn ? focusOnArrival : undefined}
        type="submit"
        variant="primary"
        size="lg"
        block
        loading={isChecking}
        loadingLabel={checking}
        disabled={isOffline}
      >
        {action}
      </Button>
    </form>
  );
}

export interface MoneyReviewProps {
  readonly facts: FactsProps['rows'];
  readonly children?: ReactNode;
  readonly action: string;
  readonly form: Pick<Form<string>, 'ref' | 'onSubmit'>;
  readonly onBack: () => void;
}

export function MoneyReview(props: MoneyReviewProps): ReactElement {
  const { facts, children, action, form, onBack } = props;
  const { ref, onSubmit } = form;
  const isOffline = useConnectivity() === 'offline';
  return (
    <form ref={ref} className={css['step']} noValidate onSubmit={onSubmit}>
      <h3 ref={focusOnArrival} tabIndex={-1} className="anywhere no-ring">
        Is this right?
      </h3>
      <Facts className="sm" rows={facts} />
      {children}
      {isOffline && <Alert tone="warn">{errorMessage('offline')}</Alert>}
      <div className={css['actions']}>
        <Button type="submit" variant="primary" size="lg" block disabled={isOffline}>
          {action}
        </Button>
        <Button block onClick={onBack}>
          Back
        </Button>
      </div>
    </form>
  );
}

export type SentOrder<Order, Answer> = Extract<
  OrderState<Order, Answer>,
  { phase: 'sending' | 'unknown' | 'ended' }
>;

export interface MoneyEndProps<Order, Answer> extends Pick<
  MoneyOrder<unknown, Order, Answer>,
  'send'
> {
  readonly state: SentOrder<Order, Answer>;
  readonly sending: string;
  readonly mayBe: string;
  readonly saidOf: (answer: Answer) => MoneySaid;
  readonly money: string;
  readonly earlier?: ReactNode;
  readonly children?: ReactNode;
  readonly actions: ReactNode;
  readonly statement: ReactElement;
}

function saidNow<Order, Answer>(props: MoneyEndProps<Order, Answer>): MoneySaid {
  const { state, sending, mayBe, saidOf } = props;
  switch (state.phase) {
    case 'sending':
      return { title: sending, tone: 'info', text: 'This takes a few seconds.' };
    case 'unknown':
      return notKnown(state.failure.message, mayBe);
    case 'ended':
      return saidOf(state.answer);
    default:
      return state satisfies never;
  }
}

export function MoneyEnd<Order, Answer>(props: MoneyEndProps<Order, Answer>): ReactElement {
  const { state, send, money, earlier, children, actions, statement } = props;
  const { title, tone, text } = saidNow(props);
  const isSending = state.phase === 'sending';
  return (
    <div className={css['step']}>
      <h3 key={title} ref={focusOnArrival} tabIndex={-1} className="anywhere no-ring">
        {title} {isSending && <Dots />}
      </h3>
      <p className="lg semi">{money}</p>
      {earlier && <Alert tone="warn">{earlier}</Alert>}
      <Alert tone={tone}>{text}</Alert>
      {children}
      {!isSending && (
        <div className={css['actions']}>
          {state.phase === 'unknown' ? (
            <Button variant="primary" block onClick={() => void send()}>
              Check again
            </Button>
          ) : (
            actions
          )}
          {statement}
        </div>
      )}
    </div>
  );
}
