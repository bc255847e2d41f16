import type { ComponentProps, ReactElement, ReactNode } from 'react';

import { useConnectivity } from '../../platform/connectivity.ts';
import { useForm, type Form } from '../../platform/form/use-form.ts';
import { Button, ButtonLink } from '../../ui/action/button.tsx';
import { focusOnArrival } from '../../ui/form/focus-on-arrival.ts';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { Facts, type FactsProps } from '../../ui/display/facts.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Dots } from '../../ui/feedback/dots.tsx';
import { FormNotes } from '../form-notes.tsx';
import type { MoneyOrder, OrderState } from './money-order.ts';
import { cx } from '../../ui/cx.ts';
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
      <FormNotes failure={failure} />
      <SubmitButton
        ref={isReturn ? focusOnArrival : undefined}
        loading={isChecking}
        loadingLabel={checking}
        disabled={isOffline}
      >
        {action}
      </SubmitButton>
    </form>
  );
}

interface FieldReviewProps {
  readonly facts: FactsProps['rows'];
  readonly children?: ReactNode;
  readonly action: string;
  readonly form: Pick<Form<string>, 'ref' | 'onSubmit'>;
  readonly onBack: () => void;
}

export interface MoneyReviewProps extends Omit<FieldReviewProps, 'form'> {
  readonly send: () => unknown;
}

export function MoneyReview({ send, ...props }: MoneyReviewProps): ReactElement {
  const form = useForm({ fields: [], wrong: {}, send: () => void send() });
  return <FieldReview {...props} form={form} />;
}

/** A review that still asks for something. */
export function FieldReview(props: FieldReviewProps): ReactElement {
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
      <FormNotes />
      <div className={cx('stack g2', css['actions'])}>
        <SubmitButton disabled={isOffline}>{action}</SubmitButton>
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
  /** The first is the main one; while nothing is known the order is checked again instead. */
  readonly actions: readonly (readonly [label: string, run: () => void])[];
  readonly statement: ComponentProps<typeof ButtonLink>;
}

function saidNow<Order, Answer>(props: MoneyEndProps<Order, Answer>): MoneySaid {
  const { state, sending, mayBe, saidOf } = props;
  if (state.phase === 'sending') {
    return { title: sending, tone: 'info', text: 'This takes a few seconds.' };
  }
  if (state.phase === 'unknown') return notKnown(state.failure.message, mayBe);
  return saidOf(state.answer);
}

export function MoneyEnd<Order, Answer>(props: MoneyEndProps<Order, Answer>): ReactElement {
  const { state, send, money, earlier, children, statement } = props;
  const isUnknown = state.phase === 'unknown';
  const actions = isUnknown ? [['Check again', () => void send()] as const] : props.actions;
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
        <div className={cx('stack g2', css['actions'])}>
          {actions.map(([label, run], at) => (
            <Button key={label} variant={at === 0 ? 'primary' : 'secondary'} block onClick={run}>
              {label}
            </Button>
          ))}
          <ButtonLink block {...statement} />
        </div>
      )}
    </div>
  );
}
