import type { ReactElement } from 'react';

import { formatExact } from '../../../ui/text/format-money.ts';
import { Button } from '../../../ui/action/button.tsx';
import { StickyFoot } from '../../../ui/layout/layout.tsx';
import css from './pay-bar.module.css';

export interface PayBarProps {
  readonly currency: string;
  /** What may be spent, major units; undefined until it is known. */
  readonly balance: number | undefined;
  /** Whether more is in the wallet, and held. */
  readonly isPartHeld: boolean;
  /** What is to be paid, major units; 0 while nothing is chosen. */
  readonly total: number;
  readonly action: string;
  readonly disabled: boolean;
  readonly loading?: boolean;
  /** The form that the button sends. */
  readonly form: string;
}

/** What is in the wallet, what would leave it, and the button for it; always in reach. */
export function PayBar(props: PayBarProps): ReactElement {
  const { currency, balance, isPartHeld, total, action, disabled, loading = false, form } = props;
  return (
    <StickyFoot>
      <div className={css['bar']}>
        <span className={css['sums']}>
          {balance !== undefined && (
            <span className="xs muted">{`${isPartHeld ? 'Can be spent now:' : 'Wallet'} ${formatExact(balance, currency)}`}</span>
          )}
          <strong className="lg">{formatExact(total, currency)}</strong>
        </span>
        <Button
          type="submit"
          form={form}
          variant="primary"
          size="lg"
          disabled={disabled}
          loading={loading}
          loadingLabel="Checking the number"
        >
          {action}
        </Button>
      </div>
    </StickyFoot>
  );
}
