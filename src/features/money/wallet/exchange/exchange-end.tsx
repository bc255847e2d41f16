import type { ReactElement } from 'react';

import {
  MoneyEnd,
  notKnown,
  sending,
  type MoneySaid,
} from '../../../../shared/wallet/money-end.tsx';
import { MoneyFacts } from '../../../../shared/wallet/money-facts.tsx';
import { ButtonLink, Button } from '../../../../ui/action/button.tsx';
import { formatExact } from '../../../../ui/text/format-money.ts';
import type { ExchangeState } from './exchange.machine.ts';
import { EXCHANGED, type Exchanging } from './use-exchange.ts';

type EndState = Extract<ExchangeState, { phase: 'sending' | 'unknown' | 'done' }>;

function saidOf(state: EndState): MoneySaid {
  switch (state.phase) {
    case 'sending':
      return sending('Exchanging');
    case 'unknown':
      return notKnown(
        state.failure.message,
        'It may have been made all the same. Checking again never exchanges twice.',
      );
    case 'done':
      return EXCHANGED;
    default:
      return state satisfies never;
  }
}

export interface ExchangeEndProps extends Pick<Exchanging, 'send'> {
  readonly state: EndState;
  readonly onClose: () => void;
}

/** What became of an exchange, as far as it is known. */
export function ExchangeEnd({ state, send, onClose }: ExchangeEndProps): ReactElement {
  const { quote, phase } = state;
  const { from, to, amount, gets } = quote;
  return (
    <MoneyEnd
      said={saidOf(state)}
      money={`${formatExact(amount, from)} into ${formatExact(gets, to)}`}
      actions={
        phase !== 'sending' && (
          <>
            {phase === 'unknown' ? (
              <Button variant="primary" block onClick={() => void send(quote)}>
                Check again
              </Button>
            ) : (
              <Button variant="primary" block onClick={onClose}>
                Done
              </Button>
            )}
            <ButtonLink href="/transactions" block onClick={onClose}>
              See your transactions
            </ButtonLink>
          </>
        )
      }
    >
      {phase === 'done' && (
        <MoneyFacts
          rows={[from, to].map((currency) => [
            `${currency} balance`,
            formatExact(state.answer.balances[currency] ?? 0, currency),
          ])}
        />
      )}
    </MoneyEnd>
  );
}
