import type { SubmitAnswer, WrongGuessAnswer } from '../../../contract/vouchers.ts';
import type { Deps } from '../../deps.ts';
import type { Answer, RequestKey } from '../../http/idempotency.ts';
import type { GuessOrigin } from './guess-origin.ts';
import type { CallerAccount } from '../../vouchers/read-voucher.ts';
import type { Voucher } from '../../vouchers/voucher-row.ts';
import type { DoneWork } from '../../abuse/risk/guess-work.ts';

/** What guessing takes. */
export type SubmitDeps = Pick<
  Deps,
  'db' | 'clock' | 'secrets' | 'config' | 'covers' | 'guessCounts' | 'log'
>;

/** One person's guess on one voucher. */
export interface Guess {
  readonly voucher: Voucher;
  readonly userId: number;
  readonly code: string;
  readonly origin: GuessOrigin;
  /** Decided in constant time by the caller. */
  readonly isCorrect: boolean;
  /** Coins that its sender was told an entry costs; undefined where they did not say. */
  readonly toldCost: number | undefined;
  /** The work that came with it. */
  readonly work: DoneWork | undefined;
  readonly requestKey: RequestKey | undefined;
  /** When it came. */
  readonly at: Date;
}

/** A guess where the first right one wins, and what it may cost its sender. */
export interface Attempt {
  readonly guess: Guess;
  readonly isPremium: boolean;
  readonly account: CallerAccount | undefined;
  /** Whether to skip a running wait for coins. */
  readonly usePoints: boolean;
}

/** The answer to a guess, which stands under its key. */
export interface JudgedGuess extends Answer<SubmitAnswer | WrongGuessAnswer> {
  /** The voucher that has one guess more, and is still open. */
  readonly acceptedOn?: number;
}
