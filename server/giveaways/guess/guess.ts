import type { Deps } from '../../deps.ts';
import type { GuessOrigin } from './guess-origin.ts';
import type { Voucher } from '../../vouchers/voucher-row.ts';
import type { DoneWork } from '../risk/guess-work.ts';

/** What guessing takes. */
export type SubmitDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'config' | 'covers'>;

/** One person's guess on one voucher. */
export interface Guess {
  readonly voucher: Voucher;
  readonly userId: number;
  readonly code: string;
  readonly origin: GuessOrigin;
  /** Decided in constant time by the caller. */
  readonly isCorrect: boolean;
  /** The work that came with it. */
  readonly work: DoneWork | undefined;
}
