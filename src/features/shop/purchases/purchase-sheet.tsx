import type { ReactElement, ReactNode } from 'react';

import { Facts, type FactsProps } from '../../../ui/display/facts.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Sheet } from '../../../ui/overlay/sheet.tsx';
import { earlierNote } from '../../../shared/wallet/earlier-order.ts';
import { MoneyEnd, MoneyReview, type SentOrder } from '../../../shared/wallet/money-steps.tsx';
import { purchaseSaid, type Purchase, type PurchaseAnswer } from './purchase.ts';
import { cx } from '../../../ui/cx.ts';
import css from './purchase-sheet.module.css';

export interface PurchaseSheetProps<Order> {
  /** 'Buy airtime'. */
  readonly title: string;
  readonly purchase: Pick<Purchase<Order>, 'state' | 'send' | 'correct'>;
  readonly factsOf: (order: Order) => FactsProps['rows'];
  /** What is paid, fee included: '₦1,100'. */
  readonly totalOf: (order: Order) => string;
  readonly statementHref: string;
  readonly warningOf?: (order: Order) => ReactNode;
}

export function PurchaseSheet<Order>(props: PurchaseSheetProps<Order>): ReactElement {
  const { title, purchase } = props;
  const { state, correct } = purchase;
  return (
    <Sheet open={'order' in state} onClose={correct} title={title}>
      {state.phase === 'reviewing' && <Review {...props} order={state.order} />}
      {'order' in state && state.phase !== 'reviewing' && <End {...props} state={state} />}
    </Sheet>
  );
}

function Review<Order>(props: PurchaseSheetProps<Order> & { readonly order: Order }): ReactElement {
  const { order, purchase, factsOf, totalOf, warningOf } = props;
  const warning = warningOf?.(order);
  return (
    <MoneyReview
      facts={factsOf(order)}
      action={`Pay ${totalOf(order)}`}
      send={purchase.send}
      onBack={purchase.correct}
    >
      {warning && <Alert tone="warn">{warning}</Alert>}
    </MoneyReview>
  );
}

function End<Order>(
  props: PurchaseSheetProps<Order> & { readonly state: SentOrder<Order, PurchaseAnswer> },
): ReactElement {
  const { state, purchase, factsOf, totalOf, statementHref } = props;
  const answer = state.phase === 'ended' ? state.answer : undefined;
  return (
    <MoneyEnd
      state={state}
      send={purchase.send}
      sending="Sending"
      mayBe="It may still have gone through. Checking again never pays twice."
      saidOf={purchaseSaid}
      money={totalOf(state.order)}
      earlier={earlierNote(answer, 'paid again. To buy it anew, order it once more.')}
      actions={[[answer?.status === 'failed' ? 'Try again' : 'Done', purchase.correct]]}
      statement={{ href: statementHref, children: 'See transactions' }}
    >
      {answer?.token && (
        <div className={cx('stack g1', css['token'])}>
          <span className="sm semi">Token for the meter</span>
          <span className={cx('xl anywhere', css['digits'])}>
            {answer.token.replaceAll(/(\d{4})(?=\d)/g, '$1 ')}
          </span>
        </div>
      )}
      <Facts className="sm" rows={factsOf(state.order)} />
    </MoneyEnd>
  );
}
