import type { ErrorCode } from '../../../../contract/errors.ts';
import { voucherMessage } from '../../../../contract/errors/voucher-errors.ts';
import {
  hiddenPositions,
  normaliseGuess,
  openPlaces,
} from '../../../../contract/vouchers/voucher-code.ts';
import type { ShownVoucher } from '../../../shared/vouchers/shown-voucher.ts';
import type { CodeMode } from '../../../ui/code/code-cells.ts';
import type { CodeProps } from '../../../ui/code/code.tsx';

/**
 * One person's guess on one voucher.
 *
 * idle → editing → processing → won
 *                             → wrong → (a second later) limited or editing
 *                             → refused: nothing that they type can help
 * A wait leads from anywhere but processing, wrong and won to limited, and its end back to idle. So does the end
 * of the voucher from editing and limited: what was sent is answered first.
 */
export type GuessState =
  /** The overlay is closed; what was typed waits in `guess`, `isStored` from before signing in. */
  | { readonly phase: 'idle'; readonly guess: string; readonly isStored?: boolean }
  | {
      readonly phase: 'editing';
      readonly guess: string;
      readonly problem: string | undefined;
      readonly isSkipping: boolean;
    }
  | { readonly phase: 'processing'; readonly guess: string; readonly isSkipping: boolean }
  | { readonly phase: 'limited'; readonly guess: string; readonly untilMs: number }
  | { readonly phase: 'wrong' | 'refused'; readonly guess: string; readonly message: string }
  /** `maskedCode`: the code as it was when the guess was sent. */
  | { readonly phase: 'won'; readonly guess: string; readonly maskedCode: string };

export type GuessEvent =
  | { readonly type: 'opened'; readonly isSkipping?: boolean }
  | { readonly type: 'closed' }
  | { readonly type: 'restored'; readonly guess: string }
  | { readonly type: 'typed'; readonly guess: string }
  /** `problem`: why it was not sent after all. */
  | { readonly type: 'submitted'; readonly problem: string | undefined }
  | { readonly type: 'won'; readonly maskedCode: string }
  | { readonly type: 'entered' }
  | { readonly type: 'failed'; readonly code: ErrorCode; readonly message: string }
  | { readonly type: 'settled'; readonly waitUntilMs: number | undefined }
  | { readonly type: 'wait-started'; readonly untilMs: number }
  | { readonly type: 'wait-over' }
  | { readonly type: 'ended' }
  | { readonly type: 'code-changed'; readonly maskedCode: string };

export const initialGuess = (maskedCode: string): GuessState => ({
  phase: 'idle',
  guess: maskedCode,
});

const FINAL = new Set<ErrorCode>([
  'own_voucher',
  'guess_not_allowed',
  'guess_unverified',
  'guess_too_new',
  'forbidden',
  'voucher_used',
  'voucher_expired',
  'voucher_not_active',
  'entries_closed',
  'entries_exhausted',
]);

export function guessProblem(guess: string, maskedCode: string): string | undefined {
  const left = openPlaces(guess);
  if (left === 0) return undefined;
  if (left === hiddenPositions(maskedCode).length) return voucherMessage('guess_empty');
  return voucherMessage('guess_incomplete', { count: left });
}

const editing = (guess: string, isSkipping = false): GuessState => ({
  phase: 'editing',
  guess,
  problem: undefined,
  isSkipping,
});

function afterFailure(
  { guess, isSkipping }: Extract<GuessState, { phase: 'processing' }>,
  code: ErrorCode,
  message: string,
): GuessState {
  if (code === 'wrong_guess') return { phase: 'wrong', guess, message };
  if (FINAL.has(code)) return { phase: 'refused', guess, message };
  // The wait itself comes from the database, as `wait-started`.
  if (code === 'wait') return editing(guess);
  return { phase: 'editing', guess, problem: message, isSkipping };
}

/** A skipping guess goes on beside its wait; what is being answered or shown is not interrupted. */
const isDelayedByWait = (state: GuessState): boolean =>
  state.phase === 'idle' ||
  state.phase === 'limited' ||
  (state.phase === 'editing' && !state.isSkipping);

const withOpened = (state: GuessState, maskedCode: string): GuessState => ({
  ...state,
  guess: normaliseGuess(state.guess, maskedCode),
});

export function guessReducer(state: GuessState, event: GuessEvent, maskedCode: string): GuessState {
  const { phase } = state;
  switch (event.type) {
    case 'opened':
      if (phase === 'limited') return event.isSkipping ? editing(state.guess, true) : state;
      return phase === 'idle' ? editing(state.guess) : state;
    case 'closed':
      if (phase === 'processing' || phase === 'limited') return state;
      // Digits that were typed stay for when it opens again; those that were answered are not.
      return { phase: 'idle', guess: phase === 'editing' ? state.guess : maskedCode };
    case 'restored': {
      const guess = normaliseGuess(event.guess, maskedCode);
      // What stood in its place may have opened since.
      return phase === 'idle' && guess !== maskedCode ? { phase, guess, isStored: true } : state;
    }
    case 'typed':
      return phase === 'editing'
        ? editing(normaliseGuess(event.guess, maskedCode), state.isSkipping)
        : state;
    case 'submitted':
      if (phase !== 'editing') return state;
      if (event.problem !== undefined) return { ...state, problem: event.problem };
      return { phase: 'processing', guess: state.guess, isSkipping: state.isSkipping };
    case 'won':
      if (phase !== 'processing') return state;
      return { phase: 'won', guess: state.guess, maskedCode: event.maskedCode };
    case 'entered':
      return phase === 'processing' ? initialGuess(maskedCode) : state;
    case 'failed':
      if (phase !== 'processing') return state;
      // A digit may have opened while it was on its way.
      return withOpened(afterFailure(state, event.code, event.message), maskedCode);
    case 'settled':
      if (phase !== 'wrong') return state;
      return event.waitUntilMs === undefined
        ? editing(maskedCode)
        : { phase: 'limited', guess: maskedCode, untilMs: event.waitUntilMs };
    case 'wait-started':
      return isDelayedByWait(state)
        ? { phase: 'limited', guess: maskedCode, untilMs: event.untilMs }
        : state;
    case 'wait-over':
      return phase === 'limited' ? initialGuess(maskedCode) : state;
    case 'ended':
      return phase === 'editing' || phase === 'limited' ? initialGuess(maskedCode) : state;
    case 'code-changed':
      return phase === 'processing' || phase === 'wrong' || phase === 'won'
        ? state
        : withOpened(state, event.maskedCode);
    default:
      return event satisfies never;
  }
}

export interface Guessing {
  readonly state: GuessState;
  /** What the user has sent and may still be right, as whole codes, the newest first. */
  readonly tries: readonly string[];
  readonly open: () => void;
  /** The ticket's own button: sends digits that were typed before signing in and are complete, else opens. */
  readonly claim: () => void;
  readonly openToSkip: () => void;
  readonly close: () => void;
  readonly type: (guess: string) => void;
  readonly submit: () => void;
}

export type GuessedVoucher = Pick<
  ShownVoucher,
  'amount' | 'currency' | 'reveal_method' | 'code' | 'masked_code' | 'entry_cost'
> &
  Partial<Pick<ShownVoucher, 'starts_at'>>;

export interface GuessProps<Voucher = ShownVoucher> {
  readonly voucher: Voucher;
  readonly guessing: Guessing;
  readonly reason: string | undefined;
}

/** Marks the element of a ticket that holds its action; a guess that is closed gives it the focus. */
export const TICKET_ACTION = 'data-ticket-action';

const CODE_MODES: Readonly<Partial<Record<GuessState['phase'], CodeMode>>> = {
  wrong: 'wrong',
  refused: 'wrong',
  limited: 'limited',
};

export const hasStoredDigits = (state: GuessState): boolean =>
  state.phase === 'idle' && state.isStored === true;

export const isStoredGuessComplete = (state: GuessState): boolean =>
  hasStoredDigits(state) && openPlaces(state.guess) === 0;

export const isGuessOpen = ({ phase }: GuessState): boolean =>
  phase === 'editing' || phase === 'processing' || phase === 'wrong' || phase === 'refused';

export const codeInPhase = (voucher: GuessedVoucher, state: GuessState): CodeProps => ({
  maskedCode: voucher.code ?? voucher.masked_code,
  guess: state.phase === 'limited' ? voucher.masked_code : state.guess,
  mode: CODE_MODES[state.phase] ?? 'shown',
});
