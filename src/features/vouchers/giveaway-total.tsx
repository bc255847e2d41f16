import type { ReactElement } from 'react';

import { errorMessage } from '../../../contract/errors.ts';
import type { Currency } from '../../../contract/money.ts';
import { readWallets } from '../../../local/queries/read-wallets.ts';
import { useLive } from '../../lib/use-live.ts';
import { Alert } from '../../ui/alert.tsx';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { AppLink } from '../../ui/app-link.tsx';
import type { GiveawayCost } from './giveaway-form.ts';
import css from './giveaway-total.module.css';

export interface GiveawayTotalProps {
  readonly cost: GiveawayCost | undefined;
  readonly currency: Currency;
}

/** What posting costs, and whether the wallet can pay it. */
export function GiveawayTotal({ cost, currency }: GiveawayTotalProps): ReactElement {
  const read = useLive(readWallets, []);
  const wallets = read.phase === 'ready' ? read.data : [];
  const balance =
    wallets.length === 0
      ? undefined
      : (wallets.find((row) => row.currency === currency)?.amount ?? 0);
  const isShort = cost !== undefined && balance !== undefined && balance < cost.total;
  const money = (amount: number | undefined): ReactElement =>
    amount === undefined ? <>–</> : <Money amount={amount} currency={currency} />;
  return (
    <Card className="stack g3" aria-labelledby="giveaway-total">
      <h2 id="giveaway-total">What you pay</h2>
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
        <div>
          <dt>In your wallet</dt>
          <dd>{money(balance)}</dd>
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
