import type { ReactElement } from 'react';

import { OPENS_GUESS } from '../../../../contract/document/early-guess.ts';
import { useIsAwaited } from '../../../shared/vouchers/voucher-reveal.ts';
import { formatMoney } from '../../../ui/text/format-money.ts';
import { Button } from '../../../ui/action/button.tsx';
import { isGuessOpen, type GuessedVoucher, type GuessProps } from './guess.machine.ts';

const labelOf = ({
  reveal_method,
  entry_cost: cost = 0,
  amount,
  currency,
}: GuessedVoucher): string =>
  reveal_method === 'lottery'
    ? `Enter ${cost > 0 ? `for ${cost} coins` : 'free'}`
    : `Claim ${formatMoney(amount, currency)}`;

interface ClaimButtonProps extends GuessProps<GuessedVoucher> {
  readonly reasonId?: string | undefined;
  readonly className?: string | undefined;
}

/**
 * Opens the guess, and sends it once it is open; while a wait runs a tap only says so. Before the voucher's start it
 * takes taps as well, because a document may be older than that.
 */
export function ClaimButton(props: ClaimButtonProps): ReactElement {
  const { voucher, guessing, reason, reasonId, className } = props;
  const { state, claim, submit } = guessing;
  const { phase } = state;
  const isAwaited = useIsAwaited(voucher);
  return (
    <Button
      {...OPENS_GUESS}
      variant="claim"
      block
      className={className}
      loading={phase === 'processing'}
      loadingLabel="Sending your guess"
      disabled={(reason !== undefined && !isAwaited) || phase === 'refused' || phase === 'wrong'}
      aria-disabled={phase === 'limited' || isAwaited}
      aria-describedby={reasonId}
      onClick={isGuessOpen(state) ? submit : claim}
    >
      {labelOf(voucher)}
    </Button>
  );
}
