import type { ReactElement } from 'react';

import type { DeliveryStatus } from '../../../../contract/delivery/delivery-status.ts';
import { errorMessage } from '../../../../contract/errors.ts';
import { earlierAnswer } from '../../../domain/wallet/earlier-order.ts';
import { formatExact } from '../../../ui/text/format-exact.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Button } from '../../../ui/action/button.tsx';
import { ButtonLink } from '../../../ui/action/button-link.tsx';
import { Dots } from '../../../ui/feedback/dots.tsx';
import { focusOnArrival } from '../../../platform/form/focus-on-arrival.ts';
import css from './withdraw-sheet.module.css';
import type { Withdrawing } from './use-withdraw.ts';
import type { WithdrawState } from './withdraw.machine.ts';

type EndState = Extract<WithdrawState, { phase: 'sending' | 'unknown' | 'ended' }>;

interface Said {
  readonly title: string;
  readonly tone: 'ok' | 'info' | 'warn' | 'bad';
  readonly text: string;
}

const OUTCOMES: Readonly<Record<DeliveryStatus, Said>> = {
  completed: { title: 'Paid out', tone: 'ok', text: 'Your withdrawal was paid out.' },
  processing: {
    title: 'On its way',
    tone: 'info',
    text: 'The bank or network is working on it. Your transactions show when it is done.',
  },
  pending: {
    title: 'On its way',
    tone: 'warn',
    text: 'It is not known yet whether it was paid out. The money is held until it is, and comes back if it was not.',
  },
  failed: {
    title: 'Not paid out',
    tone: 'bad',
    text: `${errorMessage('withdrawal_failed')} The bank or network did not take it. Check the account, or choose another one.`,
  },
};

/** With a full stop: the catalogue's texts come with and without. */
const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

function saidOf(state: EndState): Said {
  switch (state.phase) {
    case 'sending':
      return { title: 'Sending', tone: 'info', text: 'This takes a few seconds.' };
    case 'unknown':
      return {
        title: 'Not known yet',
        tone: 'warn',
        text: `${sentence(state.failure.message)} It may have been taken all the same. Checking again never sends it twice.`,
      };
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
  const { title, tone, text } = saidOf(state);
  const earlier = state.phase === 'ended' ? earlierAnswer(state.answer) : undefined;
  return (
    <div className={css['step']}>
      <h3 key={state.phase} ref={focusOnArrival} tabIndex={-1} className={css['title']}>
        {title} {state.phase === 'sending' && <Dots />}
      </h3>
      <p className="lg semi">{formatExact(amount, currency)}</p>
      {earlier && (
        <Alert tone="warn">
          You sent this on {earlier}, and it was not sent again. To send it anew, withdraw once
          more.
        </Alert>
      )}
      <Alert tone={tone}>{text}</Alert>
      {state.phase !== 'sending' && (
        <div className={css['actions']}>
          <NextStep state={state} send={send} correct={correct} onClose={onClose} />
          <ButtonLink href="/transactions?type=withdrawal" block>
            See withdrawals
          </ButtonLink>
        </div>
      )}
    </div>
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
