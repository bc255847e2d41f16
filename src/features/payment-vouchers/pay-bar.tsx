import type { ReactElement } from 'react';

import { WALLET_METHOD } from '../../domain/payments/payment-choice.ts';
import type { CreateState } from '../../domain/vouchers/create/use-create-and-pay.ts';
import type { VoucherFormParts } from '../../domain/vouchers/create/use-voucher-form.ts';
import { Button } from '../../ui/action/button.tsx';
import { StickyFoot } from '../../ui/layout/layout.tsx';
import { formatExactMinor } from '../../ui/text/format-exact.ts';
import { plural } from '../../ui/text/format-text.ts';
import css from './payment-voucher.module.css';

export interface PayBarProps extends Pick<VoucherFormParts<string>, 'picker'> {
  readonly errorCount: number;
  readonly state: CreateState;
  readonly isDisabled: boolean;
}

interface Total {
  readonly note: string;
  readonly amount?: string;
}

function totalOf({ picker, errorCount }: PayBarProps): Total {
  const { form, charge, currency } = picker;
  if (errorCount > 0) return { note: `Fix ${plural(errorCount, 'field', 'fields')} above` };
  if (!charge) return { note: 'Enter an amount' };
  if (form.methodId === WALLET_METHOD) {
    const fee = formatExactMinor(charge.walletFeeMinor, currency);
    return {
      note: `Wallet, with ${fee} fee`,
      amount: formatExactMinor(charge.walletMinor, currency),
    };
  }
  const amount = formatExactMinor(charge.processorMinor, currency);
  return { note: form.methodId === '' ? 'Choose a payment method' : 'No fee', amount };
}

/** What it costs and the button that pays it, in reach while one scrolls. */
export function PayBar(props: PayBarProps): ReactElement {
  const { state, isDisabled } = props;
  const { note, amount } = totalOf(props);
  return (
    <StickyFoot>
      <div className={css['payBar']}>
        <span className={css['total']} role="status">
          <span className="xs muted">{note}</span>
          {amount !== undefined && <strong className="lg">{amount}</strong>}
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
