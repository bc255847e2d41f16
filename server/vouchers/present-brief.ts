import { minorToMajor } from '../../contract/money.ts';
import type { OwnGuess } from '../../contract/rewards/rewards.ts';
import type { VoucherStatus } from '../../contract/vouchers.ts';
import { currencyOf } from '../lib/stored-currency.ts';

/** What a line about a voucher needs of it, as SQL gives it. */
export interface BriefRow {
  readonly ulid: string;
  /** Minor units. */
  readonly amount: string;
  readonly currency: string;
  readonly status: VoucherStatus;
}

export const presentBrief = (row: BriefRow): OwnGuess['voucher'] => ({
  ulid: row.ulid,
  amount: minorToMajor(BigInt(row.amount)),
  currency: currencyOf(row.currency),
  status: row.status,
});
