import type { ReactElement, ReactNode } from 'react';

import { Button, ButtonLink } from '../../../ui/action/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Sheet } from '../../../ui/overlay/sheet.tsx';
import { earlierAnswer } from '../../../shared/wallet/earlier-order.ts';
import { MoneyConfirm } from '../../../shared/wallet/money-confirm.tsx';
import { MoneyEnd, notKnown, sending, type MoneySaid } from '../../../shared/wallet/money-end.tsx';
import { MoneyFacts, type MoneyFactsProps } from '../../../shared/wallet/money-facts.tsx';
import type { PurchaseState } from './purchase.machine.ts';
import css from './purchase-sheet.module.css';
import { OUTCOMES, type Purchasing } from './use-purchase.ts';

type Shown<Order> = Exclude<PurchaseState<Order>, { phase: 'editing' }>;

function saidOf(state: Exclude<Shown<unknown>, { phase: 'confirming' }>): MoneySaid {
  switch (state.phase) {
    case 'sending':
      return sending('Sending');
    case 'unknown':
      return notKnown(
        state.failure.message,
        'It may have been taken all the same. Checking again never pays it twice.',
      );
    case 'ended':
      return OUTCOMES[state.answer.status];
    default:
      return state satisfies never;
  }
}

export interface PurchaseSheetProps<Order> {
  /** 'Buy airtime'. */
  readonly title: string;
  readonly purchasing: Purchasing<Order>;
  /** What there is to look over before it is paid. */
  readonly factsOf: (order: Order) => MoneyFactsProps['rows'];
  /** What is paid, fee included: '₦1,100'. */
  readonly totalOf: (order: Order) => string;
  /** Where the statement shows what was bought. */
  readonly statementHref: string;
  /** A warning about an order, above its button. */
  readonly warningOf?: (order: Order) => ReactNode;
}

/** Shows an order before money leaves, and then what became of it. */
export function PurchaseSheet<Order>(props: PurchaseSheetProps<Order>): ReactElement {
  const { title, purchasing } = props;
  const { state, close } = purchasing;
  return (
    <Sheet open={state.phase !== 'editing'} onClose={close} title={title}>
      {state.phase === 'confirming' && <Confirm {...props} order={state.order} />}
      {state.phase !== 'editing' && state.phase !== 'confirming' && (
        <End {...props} state={state} />
      )}
    </Sheet>
  );
}

function Confirm<Order>(
  props: PurchaseSheetProps<Order> & { readonly order: Order },
): ReactElement {
  const { order, purchasing, factsOf, totalOf, warningOf } = props;
  const warning = warningOf?.(order);
  return (
    <MoneyConfirm
      facts={factsOf(order)}
      action={`Pay ${totalOf(order)}`}
      onConfirm={() => void purchasing.send()}
      onBack={purchasing.close}
    >
      {warning && <Alert tone="warn">{warning}</Alert>}
    </MoneyConfirm>
  );
}

function End<Order>(
  props: PurchaseSheetProps<Order> & {
    readonly state: Exclude<Shown<Order>, { phase: 'confirming' }>;
  },
): ReactElement {
  const { state, purchasing, factsOf, totalOf, statementHref } = props;
  const token = state.phase === 'ended' ? state.answer.token : undefined;
  const earlier = state.phase === 'ended' && earlierAnswer(state.answer);
  return (
    <MoneyEnd
      said={saidOf(state)}
      money={totalOf(state.order)}
      earlier={
        earlier &&
        `You sent this on ${earlier}, and it was not paid again. To buy it anew, order it once more.`
      }
      actions={
        state.phase !== 'sending' && (
          <>
            {state.phase === 'unknown' ? (
              <Button variant="primary" block onClick={() => void purchasing.send()}>
                Check again
              </Button>
            ) : (
              <Button variant="primary" block onClick={purchasing.close}>
                {state.answer.status === 'failed' ? 'Try again' : 'Done'}
              </Button>
            )}
            <ButtonLink href={statementHref} block>
              See transactions
            </ButtonLink>
          </>
        )
      }
    >
      {token && (
        <div className={css['token']}>
          <span className="sm semi">Token for the meter</span>
          <span className={css['digits']}>{token.replaceAll(/(\d{4})(?=\d)/g, '$1 ')}</span>
        </div>
      )}
      <MoneyFacts rows={factsOf(state.order)} />
    </MoneyEnd>
  );
}
