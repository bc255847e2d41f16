import type { ReactElement } from 'react';

import { errorMessage } from '../../../../contract/errors.ts';
import type { Currency } from '../../../../contract/money.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { AppLink } from '../../../ui/action/button.tsx';
import { Card } from '../../../ui/layout/layout.tsx';
import { ExactMoney } from '../../../ui/text/money.tsx';
import type { GiveawayCost } from './giveaway-form.ts';
import css from './giveaway-total.module.css';

export interface GiveawayTotalProps {
  readonly cost: GiveawayCost | undefined;
  readonly currency: Currency;
  /** The wallet is to pay and holds less. */
  readonly isShort: boolean;
}

/** What posting costs. */
export function GiveawayTotal({ cost, currency, isShort }: GiveawayTotalProps): ReactElement {
  const money = (amount: number | undefined): ReactElement =>
    amount === undefined ? <>–</> : <ExactMoney amount={amount} currency={currency} />;
  return (
    <Card className="stack g3" aria-labelledby="giveaway-total">
      <h3 id="giveaway-total">What you pay</h3>
      <dl className={css['lines']}>
        <div>
          <dt>Prize</dt>
          <dd>{money(cost?.prize)}</dd>
        </div>
        <div>
          <dt>Fee, 10%</dt>
          <dd>{money(cost?.fee)}</dd>
        </div>
        <div className={css['total']}>
          <dt>Total</dt>
          <dd>{money(cost?.total)}</dd>
        </div>
      </dl>
      {isShort && (
        <Alert tone="warn">
          {errorMessage('insufficient_funds')}.{' '}
          <AppLink className="link" href="/wallet">
            Top up
          </AppLink>
        </Alert>
      )}
    </Card>
  );
}
