import { useEffect, useReducer, useRef, type ReactElement } from 'react';

import { WRONG_GUESS_MS } from '../../../../contract/constants.ts';
import { errorMessage } from '../../../../contract/errors.ts';
import { GuessOverlay } from '../guess/guess-overlay.tsx';
import { GuessTray } from '../guess/guess-tray.tsx';
import {
  codeInPhase,
  guessProblem,
  guessReducer,
  initialGuess,
  isGuessOpen,
  TICKET_ACTION,
  type GuessedVoucher,
  type GuessEvent,
  type GuessState,
} from '../guess/guess.machine.ts';
import { ButtonLink, Button } from '../../../ui/action/button.tsx';
import {
  PRACTICE_AMOUNT,
  PRACTICE_CODE,
  PRACTICE_MASK,
  PracticeTicket,
} from './practice-ticket.tsx';

const VOUCHER: GuessedVoucher = {
  amount: PRACTICE_AMOUNT,
  currency: 'NGN',
  reveal_method: 'views',
  code: null,
  masked_code: PRACTICE_MASK,
};

const reduce = (state: GuessState, event: GuessEvent): GuessState =>
  guessReducer(state, event, PRACTICE_MASK);

function usePractice() {
  const [state, dispatch] = useReducer(reduce, PRACTICE_MASK, initialGuess);
  useEffect(() => dispatch({ type: 'opened' }), []);
  const { phase } = state;
  useEffect(() => {
    if (phase !== 'wrong') return undefined;
    const settle = (): void => dispatch({ type: 'settled', waitUntilMs: undefined });
    const timer = setTimeout(settle, WRONG_GUESS_MS);
    return () => clearTimeout(timer);
  }, [phase]);
  const open = (): void => dispatch({ type: 'opened' });
  return {
    state,
    tries: [],
    open,
    claim: open,
    openToSkip: open,
    close: () => dispatch({ type: 'closed' }),
    type: (guess: string) => dispatch({ type: 'typed', guess }),
    submit: () => {
      if (phase !== 'editing') return;
      const problem = guessProblem(state.guess, PRACTICE_MASK);
      dispatch({ type: 'submitted', problem });
      if (problem !== undefined) return;
      if (state.guess === PRACTICE_CODE) dispatch({ type: 'won', maskedCode: PRACTICE_MASK });
      else dispatch({ type: 'failed', code: 'wrong_guess', message: errorMessage('wrong_guess') });
    },
  };
}

function Solved(): ReactElement {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="stack g3">
      <div>
        <h2 ref={heading} tabIndex={-1} className="no-ring">
          That is how it works
        </h2>
        <p className="sm">On a real voucher this guess is paid to your wallet.</p>
      </div>
      <ButtonLink href="/signup" variant="ink" size="lg" block>
        Sign Up
      </ButtonLink>
      <ButtonLink href="/featured-giveaway" size="lg" block>
        See giveaways
      </ButtonLink>
    </div>
  );
}

export function PracticeGame(): ReactElement {
  const guessing = usePractice();
  const { state } = guessing;
  const isOpen = isGuessOpen(state);
  const isSolved = state.phase === 'won';
  const props = { voucher: VOUCHER, guessing, reason: undefined };
  return (
    <>
      <PracticeTicket
        code={isSolved ? { maskedCode: PRACTICE_CODE } : codeInPhase(VOUCHER, state)}
        overlay={isOpen && <GuessOverlay {...props} />}
        action={
          isSolved ? (
            <Solved />
          ) : (
            <div tabIndex={-1} {...{ [TICKET_ACTION]: '' }}>
              {/* The open guess has a button of its own. */}
              {!isOpen && (
                <Button variant="claim" block onClick={guessing.open}>
                  Try it
                </Button>
              )}
            </div>
          )
        }
      />
      {isOpen && <GuessTray {...props} />}
    </>
  );
}
