import type { ReactElement } from 'react';

import { formatExactMinor } from '../../ui/text/format-exact.ts';
import { plural } from '../../ui/text/format-text.ts';
import { WALLET_METHOD } from '../../domain/payments/payment-choice.ts';
import type { VoucherCharge } from '../../domain/payments/voucher-charge.ts';
import { Button } from '../../ui/action/button.tsx';
import { StickyFoot } from '../../ui/layout/layout.tsx';
import css from './payment-voucher.module.css';
import type { CreateState } from './use-create-voucher.ts';

export interface PayBarProps {
  readonly methodId: string;
  readonly charge: VoucherCharge | undefined;
  readonly currency: string;
  readonly errorCount: number;
  readonly state: CreateState;
  readonly isDisabled: boolean;
}

interface Total {
  readonly note: string;
  readonly amount: string | undefined;
}

function totalOf({ methodId, charge, currency, errorCount }: PayBarProps): Total {
  if (errorCount > 0) {
    return { note: `Fix ${plural(errorCount, 'field', 'fields')} above`, amount: undefined };
  }
  if (!charge) return { note: 'Enter an amount', amount: undefined };
  if (methodId === WALLET_METHOD) {
    const fee = formatExactMinor(charge.walletFeeMinor, currency);
    return {
      note: `Wallet, with ${fee} fee`,
      amount: formatExactMinor(charge.walletMinor, currency),
    };
  }
  const amount = formatExactMinor(charge.processorMinor, currency);
  return { note: methodId === '' ? 'Choose a payment method' : 'No fee', amount };
}

/** What it costs and the button that pays it, in reach while one scrolls. */
export function PayBar(props: PayBarProps): ReactElement {
  const { state, isDisabled } = props;
  const { note, amount } = totalOf(props);
  return (
    <StickyFoot>
      <div className={css['payBar']}>
        <span role="status">
          <span className="xs muted">{note}</span>
          {amount !== undefined && (
            <>
              <br />
              <strong className="lg">{amount}</strong>
            </>
          )}
        </span>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          loading={state.phase !== 'editing'}
          loadingLabel={state.phase === 'creating' ? 'Creating' : 'Paying'}
          disabled={isDisabled}
        >
          Create and pay
        </Button>
      </div>
    </StickyFoot>
  );
}
