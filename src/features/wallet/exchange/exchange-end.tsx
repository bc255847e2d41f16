import type { ReactElement } from 'react';

import { ButtonLink } from '../../../ui/action/button-link.tsx';
import { Button } from '../../../ui/action/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Dots } from '../../../ui/feedback/dots.tsx';
import { formatExact } from '../../../ui/text/format-exact.ts';
import { focusOnArrival } from '../../../platform/form/focus-on-arrival.ts';
import { MoneyFacts } from '../../../domain/wallet/money-facts.tsx';
import type { ExchangeState } from './exchange.machine.ts';
import css from './exchange-sheet.module.css';
import type { Exchanging } from './use-exchange.ts';

type EndState = Extract<ExchangeState, { phase: 'sending' | 'unknown' | 'done' }>;

const TITLES = { sending: 'Exchanging', unknown: 'Not known yet', done: 'Exchanged' } as const;

/** With a full stop: the catalogue's texts come with and without. */
const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

export interface ExchangeEndProps extends Pick<Exchanging, 'send'> {
  readonly state: EndState;
  readonly onClose: () => void;
}

function Said({ state }: Pick<ExchangeEndProps, 'state'>): ReactElement {
  if (state.phase === 'sending') return <Alert>This takes a few seconds.</Alert>;
  if (state.phase === 'done') return <Alert tone="ok">The money is in your wallet.</Alert>;
  return (
    <Alert tone="warn">
      {sentence(state.failure.message)} It may have been made all the same. Checking again never
      exchanges twice.
    </Alert>
  );
}

/** What became of an exchange, as far as it is known. */
export function ExchangeEnd({ state, send, onClose }: ExchangeEndProps): ReactElement {
  const { quote, phase } = state;
  const { from, to, amount, gets } = quote;
  return (
    <div className={css['step']}>
      <h3 key={phase} ref={focusOnArrival} tabIndex={-1} className={css['title']}>
        {TITLES[phase]} {phase === 'sending' && <Dots />}
      </h3>
      <p className="lg semi">
        {formatExact(amount, from)} into {formatExact(gets, to)}
      </p>
      <Said state={state} />
      {phase === 'done' && (
        <MoneyFacts
          rows={[from, to].map((currency) => [
            `${currency} balance`,
            formatExact(state.answer.balances[currency] ?? 0, currency),
          ])}
        />
      )}
      {phase !== 'sending' && (
        <div className={css['actions']}>
          {phase === 'unknown' ? (
            <Button variant="primary" block onClick={() => void send(quote)}>
              Check again
            </Button>
          ) : (
            <Button variant="primary" block onClick={onClose}>
              Done
            </Button>
          )}
          <ButtonLink href="/transactions" block>
            See your transactions
          </ButtonLink>
        </div>
      )}
    </div>
  );
}
