import { useEffect, useReducer, useRef } from 'react';

import { CLOCK_TICK_MS, WRONG_GUESS_MS } from '../../../../contract/constants.ts';
import { DEVICE_ERRORS } from '../../../../contract/errors/device-errors.ts';
import { takeEarlyGuess } from '../../../platform/early-guess.ts';
import { readSession } from '../../../platform/session/session.ts';
import { useLive } from '../../../platform/live/use-live.ts';
import { dismissToast, toast } from '../../../platform/toast-store.ts';
import { readTries, readWaitUntil } from '../../../../local/queries/vouchers.ts';
import {
  guessProblem,
  guessReducer,
  initialGuess,
  isStoredGuessComplete,
  type GuessEvent,
  type Guessing,
  type GuessState,
} from './guess.machine.ts';
import { possibleTries, triedWord, typedDigits } from './tries.ts';
import { readStoredGuess, removeStoredGuess, storeGuess } from './stored-guess.ts';
import { loadGuess } from '../lazy.ts';
import type { ShownVoucher } from '../../../shared/vouchers/shown-voucher.ts';
import { isAwaited, isOver } from '../../../shared/vouchers/voucher-reveal.ts';
import { serverNow } from '../../../platform/clock/server-time.ts';

/** Follows the wait in the database, which outlives a reload, and says when it is over. A voucher that is over has none. */
function useWait(
  voucher: ShownVoucher,
  state: GuessState,
  dispatch: (event: GuessEvent) => void,
): void {
  const read = useLive(readWaitUntil, [voucher.ulid]);
  const untilMs = isOver(voucher) ? undefined : read.data;
  const shownUntilMs = state.phase === 'limited' ? state.untilMs : undefined;
  const { phase } = state;

  useEffect(() => {
    // Nothing is taken away while a guess is answered; once it has been, this is asked again.
    if (phase === 'processing' || phase === 'wrong' || phase === 'won') return;
    if (untilMs === undefined || untilMs <= serverNow() || untilMs === shownUntilMs) return;
    dispatch({ type: 'wait-started', untilMs });
  }, [untilMs, shownUntilMs, phase, dispatch]);

  useEffect(() => {
    if (shownUntilMs === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    // In steps: how long it is may show only when the server has told the time, and no timer takes months.
    const look = (): void => {
      const leftMs = shownUntilMs - serverNow();
      if (leftMs > 0) {
        timer = setTimeout(look, Math.min(leftMs, CLOCK_TICK_MS));
        return;
      }
      dispatch({ type: 'wait-over' });
      toast('You can try again now');
    };
    look();
    return () => clearTimeout(timer);
  }, [shownUntilMs, dispatch]);

  useEffect(() => {
    if (phase !== 'wrong') return undefined;
    const timer = setTimeout(() => {
      const isRunning = untilMs !== undefined && untilMs > serverNow();
      dispatch({ type: 'settled', waitUntilMs: isRunning ? untilMs : undefined });
    }, WRONG_GUESS_MS);
    return () => clearTimeout(timer);
  }, [phase, untilMs, dispatch]);
}

/** Does something that shows the guess, once its code is here; it is fetched as soon as the page works. */
async function whenLoaded(show: () => void): Promise<void> {
  try {
    await loadGuess();
  } catch {
    takeEarlyGuess();
    toast(DEVICE_ERRORS.network.message, { kind: 'error' });
    return;
  }
  show();
}

/** Brings back what was typed before signing in; for a voucher that is over it is of no use. */
function useStoredGuess(
  voucher: ShownVoucher,
  { phase }: GuessState,
  dispatch: (event: GuessEvent) => void,
): void {
  const { ulid } = voucher;
  const isClosed = isOver(voucher);
  useEffect(() => {
    if (isClosed) removeStoredGuess(ulid);
    const kept = phase === 'idle' ? readStoredGuess(ulid) : undefined;
    if (kept !== undefined) dispatch({ type: 'restored', guess: kept });
  }, [ulid, isClosed, phase, dispatch]);
}

/**
 * Keeps the digits of a visitor as they are typed, and as they change once that visitor has signed in; those of any
 * other user go nowhere without being sent.
 */
async function keepForVisitor(ulid: string, guess: string, maskedCode: string): Promise<void> {
  const isUser = (await readSession()) === 'signed-in';
  if (isUser && readStoredGuess(ulid) === undefined) return;
  if (guess === maskedCode) removeStoredGuess(ulid);
  else storeGuess(ulid, guess);
}

/** Follows digits that open, and the voucher's end. */
function useVoucherChanges(
  voucher: ShownVoucher,
  { phase }: GuessState,
  dispatch: (event: GuessEvent) => void,
): void {
  const { masked_code: maskedCode } = voucher;
  const isClosed = isOver(voucher);
  useEffect(() => {
    if (isClosed && (phase === 'editing' || phase === 'limited')) dispatch({ type: 'ended' });
  }, [isClosed, phase, dispatch]);
  useEffect(() => dispatch({ type: 'code-changed', maskedCode }), [maskedCode, dispatch]);
}

export function useGuess(voucher: ShownVoucher, failedText?: string): Guessing {
  const { ulid, masked_code: maskedCode } = voucher;
  const [state, dispatch] = useReducer(
    (current: GuessState, event: GuessEvent) => guessReducer(current, event, maskedCode),
    maskedCode,
    initialGuess,
  );
  useWait(voucher, state, dispatch);
  useStoredGuess(voucher, state, dispatch);
  useVoucherChanges(voucher, state, dispatch);
  useEffect(() => {
    // A failure shows when the guess is opened, which tries again.
    loadGuess().catch(() => undefined);
  }, []);

  const read = useLive(readTries, [ulid]);
  const tries = isOver(voucher) ? [] : possibleTries(read.data ?? [], maskedCode);
  /** What was tried is said before it is sent, so that nobody waits or pays for it by mistake. */
  const problemOf = (guess: string): string | undefined => {
    if (!tries.includes(guess)) return undefined;
    return `You already ${triedWord(voucher.reveal_method)} ${typedDigits(guess, maskedCode)}`;
  };

  const isSending = useRef(false);
  const entered = useRef<number>(undefined);
  const submit = async (guess: string, isSkipping: boolean): Promise<void> => {
    if (isSending.current) return;
    const problem = guessProblem(guess, maskedCode) ?? problemOf(guess);
    if (problem !== undefined) return dispatch({ type: 'submitted', problem });
    isSending.current = true;
    const sendGuess = await loadGuess();
    entered.current = await sendGuess(voucher, { guess, isSkipping }, dispatch, failedText);
    isSending.current = false;
  };
  const open = (): void => {
    if (state.phase === 'limited') {
      takeEarlyGuess();
      toast('Please wait before trying again. Rate limit in effect.');
    }
    // It would lie over the keys.
    if (entered.current !== undefined) dismissToast(entered.current);
    void whenLoaded(() => dispatch({ type: 'opened' }));
  };
  return {
    state,
    tries,
    open,
    claim: () => {
      // The document asked the device's clock alone.
      if (isAwaited(voucher, serverNow())) return void takeEarlyGuess();
      // Whoever is typing on the document's keypad has not seen the stored digits.
      if (window.earlyGuess?.isOpen || !isStoredGuessComplete(state)) return open();
      void whenLoaded(() => {
        dispatch({ type: 'opened' });
        void submit(state.guess, false);
      });
    },
    openToSkip: () => void whenLoaded(() => dispatch({ type: 'opened', isSkipping: true })),
    close: () => dispatch({ type: 'closed' }),
    type: (guess) => {
      dispatch({ type: 'typed', guess });
      const problem = problemOf(guess);
      if (problem !== undefined) dispatch({ type: 'submitted', problem });
      void keepForVisitor(ulid, guess, maskedCode);
    },
    submit: () => {
      if (state.phase === 'editing') void submit(state.guess, state.isSkipping);
    },
  };
}
