import type { Deps } from '../../deps.ts';
import type { Voucher } from '../../vouchers/voucher-row.ts';

/** What guessing takes. */
export type SubmitDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'config' | 'covers'>;

/** One person's guess on one voucher. */
export interface Guess {
  readonly voucher: Voucher;
  readonly userId: number;
  readonly code: string;
  /** Decided in constant time by the caller. */
  readonly isCorrect: boolean;
}
