import type { CodeMode } from '../../../ui/code/code-cells.ts';
import type { CodeProps } from '../../../ui/code/code.tsx';
import { openPlaces } from '../../../../contract/vouchers/voucher-code.ts';
import type { GuessState } from './guess.machine.ts';
import type { ShownVoucher } from '../../../shared/vouchers/shown-voucher.ts';

/** A guess on one voucher: how it stands, and what the person can do with it. */
export interface Guessing {
  readonly state: GuessState;
  readonly open: () => void;
  /** The ticket's own button: sends digits that were typed before signing in and are complete, else opens. */
  readonly claim: () => void;
  /** Opens it in spite of a wait, to pay coins for skipping that. */
  readonly openToSkip: () => void;
  readonly close: () => void;
  /** Takes the whole guess as it is after a key. */
  readonly type: (guess: string) => void;
  readonly submit: () => void;
}

/** What every part of the page that takes a guess is given. */
export interface GuessProps {
  readonly voucher: ShownVoucher;
  readonly guessing: Guessing;
  /** What keeps a guess from being sent now, such as no network. */
  readonly reason: string | undefined;
}

/** Marks the element of a ticket that holds its action; a guess that is closed gives it the focus. */
export const TICKET_ACTION = 'data-ticket-action';

const CODE_MODES: Readonly<Partial<Record<GuessState['phase'], CodeMode>>> = {
  wrong: 'wrong',
  refused: 'wrong',
  limited: 'limited',
};

/** Whether digits from before signing in stand in the ticket, to be claimed with. */
export const hasStoredDigits = (state: GuessState): boolean =>
  state.phase === 'idle' && state.isStored === true;

/** Whether none of them is missing. */
export const isStoredGuessComplete = (state: GuessState): boolean =>
  hasStoredDigits(state) && openPlaces(state.guess) === 0;

/** Whether the guess lies open over the cover. */
export const isGuessOpen = ({ phase }: GuessState): boolean =>
  phase === 'editing' || phase === 'processing' || phase === 'wrong' || phase === 'refused';

/** How the ticket shows the voucher's code in each phase of a guess. */
export const codeInPhase = (voucher: ShownVoucher, state: GuessState): CodeProps => ({
  maskedCode: voucher.code ?? voucher.masked_code,
  guess: state.phase === 'limited' ? voucher.masked_code : state.guess,
  mode: CODE_MODES[state.phase] ?? 'shown',
});
