import type { ReactElement } from 'react';

import { earlierAnswer } from '../../../../shared/wallet/earlier-order.ts';
import {
  MoneyEnd,
  notKnown,
  sending,
  type MoneySaid,
} from '../../../../shared/wallet/money-end.tsx';
import { formatExact } from '../../../../ui/text/format-money.ts';
import { Button, ButtonLink } from '../../../../ui/action/button.tsx';
import { OUTCOMES, type Withdrawing } from './use-withdraw.ts';
import type { WithdrawState } from './withdraw.machine.ts';

type EndState = Extract<WithdrawState, { phase: 'sending' | 'unknown' | 'ended' }>;

function saidOf(state: EndState): MoneySaid {
  switch (state.phase) {
    case 'sending':
      return sending('Sending');
    case 'unknown':
      return notKnown(
        state.failure.message,
        'It may have been taken all the same. Checking again never sends it twice.',
      );
    case 'ended':
      return OUTCOMES[state.answer.status];
    default:
      return state satisfies never;
  }
}

export interface WithdrawEndProps extends Pick<Withdrawing, 'send' | 'correct'> {
  readonly state: EndState;
  readonly onClose: () => void;
}

/** What became of a withdrawal, as far as it is known. */
export function WithdrawEnd({ state, send, correct, onClose }: WithdrawEndProps): ReactElement {
  const { amount, currency } = state.body;
  const earlier = state.phase === 'ended' && earlierAnswer(state.answer);
  return (
    <MoneyEnd
      said={saidOf(state)}
      money={formatExact(amount, currency)}
      earlier={
        earlier &&
        `You sent this on ${earlier}, and it was not sent again. To send it anew, withdraw once more.`
      }
      actions={
        state.phase !== 'sending' && (
          <>
            <NextStep state={state} send={send} correct={correct} onClose={onClose} />
            {/* The way back leads to the wallet, not into an empty form. */}
            <ButtonLink href="/transactions?type=withdrawal" block onClick={onClose}>
              See withdrawals
            </ButtonLink>
          </>
        )
      }
    />
  );
}

type NextStepProps = WithdrawEndProps & { readonly state: Exclude<EndState, { phase: 'sending' }> };

function NextStep({ state, send, correct, onClose }: NextStepProps): ReactElement {
  if (state.phase === 'unknown') {
    return (
      <Button variant="primary" block onClick={() => void send(state.body)}>
        Check again
      </Button>
    );
  }
  if (state.answer.status === 'failed') {
    return (
      <>
        <Button variant="primary" block onClick={correct}>
          Try again or choose another account
        </Button>
        <Button block onClick={onClose}>
          Close
        </Button>
      </>
    );
  }
  return (
    <Button variant="primary" block onClick={onClose}>
      Done
    </Button>
  );
}
