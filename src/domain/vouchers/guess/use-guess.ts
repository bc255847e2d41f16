import { useEffect, useReducer, useRef } from 'react';

import { WRONG_GUESS_MS } from '../../../../contract/constants.ts';
import { errorMessage } from '../../../../contract/errors.ts';
import { MESSAGES } from '../../../../contract/messages.ts';
import type { Failure } from '../../../../contract/result.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { loginPathFor } from '../../../platform/routing/next-path.ts';
import { navigate } from '../../../platform/routing/router.tsx';
import { readSession } from '../../../platform/session/session.ts';
import { useLive } from '../../../platform/live/use-live.ts';
import { toast } from '../../../platform/toast-store.ts';
import { readWaitUntil } from '../../../../local/queries/vouchers.ts';
import {
  guessProblem,
  guessReducer,
  initialGuess,
  type GuessEvent,
  type GuessState,
} from './guess.machine.ts';
import { loadGuess } from './lazy-guess.ts';
import type { Guessing } from './guessing.ts';
import type { ShownVoucher } from '../shown-voucher.ts';

/** What a page says in its own words. */
export interface GuessWords {
  /** To a visitor. */
  readonly login: string;
  /** When the server gave no reason. */
  readonly failed: string;
}

const WORDS: GuessWords = {
  login: errorMessage('guess_login_required'),
  failed: errorMessage('guess_failed'),
};

function sendToLogin({ login }: GuessWords): void {
  toast(login);
  navigate(loginPathFor(location.pathname + location.search));
}

/** What the person reads; a failed connection does not end a wait. */
function messageOf({ code, message }: Failure, isSkipping: boolean, words: GuessWords): string {
  if (isSkipping && (code === 'network' || code === 'timeout')) return MESSAGES.networkWhileWaiting;
  return message === WORDS.failed ? words.failed : message;
}

/** Sends a guess and tells what came of it. Signed-out people are sent to log in. */
async function send(
  { ulid, masked_code: maskedCode }: ShownVoucher,
  { guess, isSkipping }: Extract<GuessState, { phase: 'editing' }>,
  dispatch: (event: GuessEvent) => void,
  words: GuessWords,
): Promise<void> {
  if ((await readSession()) !== 'signed-in') return sendToLogin(words);
  dispatch({ type: 'submitted', problem: undefined });
  const result = await callWorker((worker) =>
    worker.submitGuess({ voucherUlid: ulid, code: guess, usePoints: isSkipping }),
  );
  if (!result.ok) {
    const { code } = result.error;
    dispatch({ type: 'failed', code, message: messageOf(result.error, isSkipping, words) });
    if (code === 'unauthenticated' || code === 'guess_login_required') sendToLogin(words);
  } else if (result.value.result === 'entered') {
    dispatch({ type: 'entered' });
    toast(result.value.message, { kind: 'success', durationMs: 0 });
  } else {
    dispatch({ type: 'won', maskedCode });
  }
}

/** Follows the wait in the database, which outlives a reload, and says when it is over. */
function useWait(ulid: string, state: GuessState, dispatch: (event: GuessEvent) => void): void {
  const read = useLive((db) => readWaitUntil(db, ulid), [ulid]);
  const untilMs = read.phase === 'ready' ? read.data : undefined;
  const shownUntilMs = state.phase === 'limited' ? state.untilMs : undefined;
  const { phase } = state;

  useEffect(() => {
    // Nothing is taken away while a guess is answered; once it has been, this is asked again.
    if (phase === 'processing' || phase === 'wrong' || phase === 'won') return;
    if (untilMs === undefined || untilMs <= Date.now() || untilMs === shownUntilMs) return;
    dispatch({ type: 'wait-started', untilMs });
  }, [untilMs, shownUntilMs, phase, dispatch]);

  useEffect(() => {
    if (shownUntilMs === undefined) return undefined;
    const timer = setTimeout(() => {
      dispatch({ type: 'wait-over' });
      toast(MESSAGES.waitOver);
    }, shownUntilMs - Date.now());
    return () => clearTimeout(timer);
  }, [shownUntilMs, dispatch]);

  useEffect(() => {
    if (phase !== 'wrong') return undefined;
    const timer = setTimeout(() => {
      const isRunning = untilMs !== undefined && untilMs > Date.now();
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
    toast(errorMessage('network'), { kind: 'error' });
    return;
  }
  show();
}

/** One person's guess on a voucher: its state and what can be done to it. */
export function useGuess(voucher: ShownVoucher, words = WORDS): Guessing {
  const { masked_code: maskedCode } = voucher;
  const [state, dispatch] = useReducer(
    (current: GuessState, event: GuessEvent) => guessReducer(current, event, maskedCode),
    maskedCode,
    initialGuess,
  );
  useWait(voucher.ulid, state, dispatch);
  useEffect(() => dispatch({ type: 'code-changed', maskedCode }), [maskedCode]);
  useEffect(() => {
    // A failure shows when the guess is opened, which tries again.
    loadGuess().catch(() => undefined);
  }, []);

  const isSending = useRef(false);
  const submit = async (): Promise<void> => {
    if (state.phase !== 'editing' || isSending.current) return;
    const problem = guessProblem(state.guess, maskedCode);
    if (problem !== undefined) return dispatch({ type: 'submitted', problem });
    isSending.current = true;
    await send(voucher, state, dispatch, words);
    isSending.current = false;
  };
  return {
    state,
    open: () => {
      if (state.phase === 'limited') toast(MESSAGES.waitInEffect);
      void whenLoaded(() => dispatch({ type: 'opened' }));
    },
    openToSkip: () => void whenLoaded(() => dispatch({ type: 'opened', isSkipping: true })),
    close: () => dispatch({ type: 'closed' }),
    type: (guess) => dispatch({ type: 'typed', guess }),
    submit: () => void submit(),
  };
}
