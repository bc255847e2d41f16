import type { Deps } from '../../deps.ts';
import type { Voucher } from '../../vouchers/voucher-row.ts';
import type { DoneWork } from '../risk/guess-work.ts';

/** What guessing takes. */
export type SubmitDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'config' | 'covers'>;

/** Where a guess comes from. */
export interface Origin {
  /** A device that has proven itself. */
  readonly deviceId: string | undefined;
  /** The hash of its network. */
  readonly network: string | undefined;
}

/** One person's guess on one voucher. */
export interface Guess {
  readonly voucher: Voucher;
  readonly userId: number;
  readonly code: string;
  /** Decided in constant time by the caller. */
  readonly isCorrect: boolean;
  readonly origin: Origin;
  /** The work that came with it. */
  readonly work: DoneWork | undefined;
}
