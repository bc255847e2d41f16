import type { ReactElement } from 'react';

import { formatMoney } from '../../../ui/text/format-money.ts';
import { Button } from '../../../ui/action/button.tsx';
import type { GuessedVoucher } from './guess.machine.ts';

interface ClaimButtonProps {
  readonly voucher: GuessedVoucher;
  readonly onClaim: () => void;
  readonly isBusy?: boolean;
  readonly disabled?: boolean;
  /** While a wait runs: a tap only says so. */
  readonly isWaiting?: boolean;
  readonly reasonId?: string | undefined;
  readonly className?: string | undefined;
}

const labelOf = ({
  reveal_method,
  entry_cost: cost = 0,
  amount,
  currency,
}: GuessedVoucher): string =>
  reveal_method === 'lottery'
    ? `Enter ${cost > 0 ? `for ${cost} coins` : 'free'}`
    : `Claim ${formatMoney(amount, currency)}`;

export function ClaimButton(props: ClaimButtonProps): ReactElement {
  const { voucher, onClaim, isBusy = false, disabled = false, isWaiting = false } = props;
  return (
    <Button
      variant="claim"
      block
      className={props.className}
      loading={isBusy}
      loadingLabel="Sending your guess"
      disabled={disabled}
      aria-disabled={isWaiting}
      aria-describedby={props.reasonId}
      onClick={onClaim}
    >
      {labelOf(voucher)}
    </Button>
  );
}
